-- Erasing one person. The entry keeps its seq and position, so that the order stays whole.

-- Erases an entry of one of the account's waitlists; returns its referral code, or NULL if there is no such entry. The
-- entries it referred still have that code. There may be many, so the caller clears it after the commit. A job does the
-- same a minute later, in case the caller crashed. A confirmation email that is still queued finds no entry.
CREATE OR REPLACE FUNCTION erase_entry(p_account uuid, p_waitlist uuid, p_entry uuid) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_seq    integer;
  v_code   text;
  v_digest text;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT e.seq, e.referral_code, encode(e.email_digest, 'hex') INTO v_seq, v_code, v_digest
  FROM entries e JOIN waitlists w ON w.id = e.waitlist_id
  WHERE e.id = p_entry AND w.id = p_waitlist AND w.account_id = p_account;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- Random values replace what identified the person: no email has that digest, and nobody was told that code.
  UPDATE entries e
  SET id = gen_random_uuid(), email_digest = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      mailbox_digest = NULL, referral_code = gen_random_uuid()::text, referred_by = NULL, language = NULL
  WHERE e.waitlist_id = p_waitlist AND e.seq = v_seq;
  DELETE FROM contacts c WHERE c.waitlist_id = p_waitlist AND c.seq = v_seq;
  DELETE FROM sent_emails s WHERE s.waitlist_id = p_waitlist AND s.seq = v_seq;
  -- A credit stays, because the place that it gave stays. One that was held can no longer be decided.
  UPDATE referrals r SET state = 'revoked' WHERE r.waitlist_id = p_waitlist AND r.seq = v_seq AND r.state = 'held';
  DELETE FROM pending_signups p WHERE p.waitlist_id = p_waitlist AND p.email_digest = decode(v_digest, 'hex');
  -- Each by an index of its own: a waitlist may have a million jobs.
  DELETE FROM outbox o
  WHERE o.waitlist_id = p_waitlist AND o.kind = 'moved_up' AND o.payload ->> 'entryId' = p_entry::text;
  DELETE FROM outbox o
  WHERE o.waitlist_id = p_waitlist AND o.kind = 'status_link' AND o.payload ->> 'digest' = v_digest;
  DELETE FROM pending_changes p WHERE p.entry_id = p_entry AND p.attachment_id IN (
    SELECT a.id FROM database_attachments a WHERE a.waitlist_id = p_waitlist);
  PERFORM erase_invitations(p_waitlist, v_seq, p_entry);
  PERFORM erase_facets(p_waitlist, v_seq);
  PERFORM record_erasure(p_waitlist, v_seq, p_entry);
  INSERT INTO erased_entries (waitlist_id, seq) VALUES (p_waitlist, v_seq);
  INSERT INTO outbox (kind, waitlist_id, payload, available_at)
  VALUES ('forget_referrer', p_waitlist, jsonb_build_object('entryId', p_entry, 'code', v_code),
          clock_timestamp() + interval '1 minute');
  RETURN v_code;
END $$;

-- Schedules the erasure of an entry in the account's databases. Call it after clearing the code here, so that no signup
-- is still delivered with it. Idempotent.
CREATE OR REPLACE FUNCTION queue_erasure(p_waitlist uuid, p_entry uuid, p_code text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  INSERT INTO pending_erasures (attachment_id, entry_id, referral_code)
  SELECT a.id, p_entry, p_code FROM database_attachments a WHERE a.waitlist_id = p_waitlist
  ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist AND w.database_id IS NOT NULL) THEN
    PERFORM queue_delivery(p_waitlist);
  END IF;
END $$;
