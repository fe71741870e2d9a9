-- Takes the code of an erased entry from those who came by it, here and in the databases of the account. Bears repeating.
CREATE OR REPLACE FUNCTION forget_referrer(p_waitlist uuid, p_entry uuid, p_code text) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE entries e SET referred_by = NULL WHERE e.waitlist_id = p_waitlist AND e.referred_by = p_code;
  INSERT INTO pending_erasures (attachment_id, entry_id, referral_code)
  SELECT a.id, p_entry, p_code FROM database_attachments a WHERE a.waitlist_id = p_waitlist
  ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist AND w.database_id IS NOT NULL) THEN
    PERFORM queue_delivery(p_waitlist);
  END IF;
END $$;

-- Erases an entry of a list of the account; `code` is NULL for one that is not there. Call forget_referrer after the commit: it
-- reads the whole list, and needs no lock. The job does the same a minute later, for a signup that had found the code before
-- and was made after.
CREATE OR REPLACE FUNCTION erase_entry(p_account uuid, p_id uuid, p_slug text, p_entry uuid, OUT waitlist uuid, OUT code text)
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_seq integer;
BEGIN
  SELECT w.id INTO waitlist FROM waitlists w WHERE w.account_id = p_account AND (w.id = p_id OR w.slug = p_slug);
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(waitlist));
  SELECT e.seq, e.referral_code INTO v_seq, code FROM entries e WHERE e.id = p_entry AND e.waitlist_id = waitlist;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- Random in the place of what said who it was: nobody's email has that digest, and nobody was told that code.
  UPDATE entries e
  SET id = gen_random_uuid(), email_digest = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      referral_code = gen_random_uuid()::text, referred_by = NULL
  WHERE e.waitlist_id = waitlist AND e.seq = v_seq;
  DELETE FROM contacts c WHERE c.waitlist_id = waitlist AND c.seq = v_seq;
  INSERT INTO erased_entries (waitlist_id, seq) VALUES (waitlist, v_seq);
  DELETE FROM outbox o
  WHERE o.waitlist_id = waitlist AND o.kind = 'confirmation_email' AND o.payload->>'entryId' = p_entry::text;
  INSERT INTO outbox (kind, waitlist_id, payload, available_at)
  VALUES ('forget_referrer', waitlist, jsonb_build_object('entryId', p_entry, 'code', code),
          clock_timestamp() + interval '1 minute');
END $$;
