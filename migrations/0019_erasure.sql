-- One person is erased on request. The entry keeps its seq and its place, so that positions and pages stay whole; whatever could
-- tell who it was goes: contact, digest, code, id, and the codes that others hold of it.

CREATE TABLE erased_entries (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  seq         integer NOT NULL,
  PRIMARY KEY (waitlist_id, seq)
);

-- What is still to be erased in a database of the account's own; a detached one is asked when it is attached again.
CREATE TABLE pending_erasures (
  attachment_id uuid NOT NULL REFERENCES database_attachments ON DELETE CASCADE,
  entry_id      uuid NOT NULL,
  referral_code text NOT NULL,
  PRIMARY KEY (attachment_id, entry_id)
);

-- As before, and the erased: neither listed nor counted. One that lies in a range of a detached database is hidden by that.
CREATE OR REPLACE VIEW hidden_ranges AS
SELECT h.waitlist_id, h.first_seq, h.last_seq,
       sum(h.last_seq - h.first_seq + 1) OVER (PARTITION BY h.waitlist_id ORDER BY h.first_seq DESC)::integer AS skipped
FROM (
  SELECT r.waitlist_id, r.first_seq, r.last_seq
  FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
  WHERE w.database_id IS DISTINCT FROM r.attachment_id
  UNION ALL
  SELECT x.waitlist_id, x.seq, x.seq FROM erased_entries x
  WHERE NOT EXISTS (
    SELECT FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
    WHERE r.waitlist_id = x.waitlist_id AND x.seq BETWEEN r.first_seq AND r.last_seq
      AND w.database_id IS DISTINCT FROM r.attachment_id)
) h;

-- Takes the code of an erased entry from those who came by it, here and in the databases of the account. Bears repeating.
CREATE FUNCTION forget_referrer(p_waitlist uuid, p_entry uuid, p_code text) RETURNS void
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
CREATE FUNCTION erase_entry(p_account uuid, p_id uuid, p_slug text, p_entry uuid, OUT waitlist uuid, OUT code text)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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

-- As before; also what is to be erased there is a reason for the job.
CREATE OR REPLACE FUNCTION sweep_deliveries() RETURNS void
LANGUAGE sql AS $$
  SELECT queue_delivery(w.id) FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
  WHERE (EXISTS (SELECT FROM entries e WHERE e.waitlist_id = w.id AND e.seq >= a.next_seq)
         OR EXISTS (SELECT FROM pending_erasures p WHERE p.attachment_id = a.id))
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.waitlist_id = w.id AND o.kind = 'deliver_signups')
$$;

CREATE OR REPLACE FUNCTION finish_delivery(p_waitlist uuid, p_job bigint, p_attempts integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true);
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  IF EXISTS (
    SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
    WHERE w.id = p_waitlist
      AND (EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq >= a.next_seq)
           OR EXISTS (SELECT FROM moved_blocks m WHERE m.waitlist_id = p_waitlist)
           OR EXISTS (SELECT FROM pending_erasures p WHERE p.attachment_id = a.id))) THEN
    RETURN false;
  END IF;
  DELETE FROM outbox o WHERE o.id = p_job AND o.attempts = p_attempts;
  RETURN true;
END $$;
