-- Letting people in. Every routine that changes something needs the waitlist's lock.

-- The people who wait, by place, block by block from p_block on, until there are p_max. Blocks whose people are all gone are
-- passed over, 128 at a time where possible, so it costs the same however many were let in before.
CREATE OR REPLACE FUNCTION waiting_from(p_waitlist uuid, p_block integer, p_max integer)
RETURNS TABLE (block integer, seqs integer[])
LANGUAGE plpgsql STABLE AS $$
DECLARE
  total integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  found integer := 0;
  here  integer[];
  gone  integer;
BEGIN
  block := p_block;
  WHILE block * 128 < total AND found < p_max LOOP
    IF block % 128 = 0 AND EXISTS (SELECT FROM gone_counts g WHERE g.waitlist_id = p_waitlist AND g.level = 1
                                   AND g.block = waiting_from.block / 128 AND g.gone = 128 * 128) THEN
      block := block + 128;
      CONTINUE;
    END IF;
    gone := coalesce((SELECT g.gone FROM gone_counts g
                      WHERE g.waitlist_id = p_waitlist AND g.level = 0 AND g.block = waiting_from.block), 0);
    IF gone < 128 THEN
      seqs := read_block(p_waitlist, block);
      IF gone > 0 OR (block + 1) * 128 > total THEN
        here := seqs;
        seqs := ARRAY(SELECT s FROM unnest(here) WITH ORDINALITY AS stands (s, n)
                      WHERE s <= total AND s NOT IN (SELECT gone_among(p_waitlist, here)) ORDER BY n);
      END IF;
      found := found + cardinality(seqs);
      RETURN NEXT;
    END IF;
    block := block + 1;
  END LOOP;
END $$;

-- Does nothing: triggers count (people_counts.sql). The previous release calls it.
CREATE OR REPLACE FUNCTION count_gone_entries(p_waitlist uuid, p_seqs integer[], p_by integer) RETURNS void
LANGUAGE sql AS $$ SELECT NULL::void $$;

-- Ends the invitations of a batch that nobody accepted. Their people wait again, at the same places.
CREATE OR REPLACE FUNCTION end_invitations(p_waitlist uuid, p_batch uuid) RETURNS void
LANGUAGE sql AS $$
  WITH ended AS (
    UPDATE invitations i SET state = 'ended'
    WHERE i.batch_id = p_batch AND i.waitlist_id = p_waitlist AND i.state = 'invited' RETURNING i.seq
  )
  UPDATE invitation_batches b SET ended = b.ended + (SELECT count(*) FROM ended) WHERE b.id = p_batch
$$;

-- Ends an invitation that was not mailed: its person waits again. One who cannot be mailed is passed over from now on.
CREATE OR REPLACE FUNCTION return_invitation(p_waitlist uuid, p_invitation uuid, p_undeliverable boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  returned invitations;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  UPDATE invitations i SET state = 'ended'
  WHERE i.id = p_invitation AND i.waitlist_id = p_waitlist AND i.state = 'invited' AND NOT i.mailed
  RETURNING i.* INTO returned;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE invitation_batches b SET ended = b.ended + 1 WHERE b.id = returned.batch_id;
  -- Those in a database that is not attached are passed over until it is.
  IF p_undeliverable AND NOT EXISTS (
    SELECT FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
    WHERE r.waitlist_id = p_waitlist AND returned.seq BETWEEN r.first_seq AND r.last_seq
      AND r.attachment_id IS DISTINCT FROM w.database_id) THEN
    INSERT INTO passed_over AS p (waitlist_id, seq, reason) VALUES (p_waitlist, returned.seq, 'undeliverable')
    ON CONFLICT (waitlist_id, seq) DO UPDATE SET found_at = excluded.found_at;
  END IF;
END $$;

-- Deletes what nobody needs any more of the p_max oldest batches that expired p_kept ago: the batch, or if people accepted,
-- all but its numbers and what was accepted.
CREATE OR REPLACE FUNCTION sweep_batches(p_kept interval, p_max integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  batch invitation_batches;
BEGIN
  FOR batch IN
    SELECT b.* FROM invitation_batches b
    WHERE NOT b.swept AND b.expires_at < clock_timestamp() - p_kept AND b.invited <= b.accepted + b.ended
    ORDER BY b.expires_at LIMIT p_max
  LOOP
    DELETE FROM invitations i WHERE i.batch_id = batch.id AND i.state = 'ended';
    DELETE FROM skipped_entries s WHERE s.batch_id = batch.id;
    IF EXISTS (SELECT FROM invitations i WHERE i.batch_id = batch.id) THEN
      UPDATE invitation_batches b SET swept = true WHERE b.id = batch.id;
    ELSE
      DELETE FROM invitation_batches b WHERE b.id = batch.id;
    END IF;
  END LOOP;
END $$;

-- Deletes the invitations of an entry that is erased, and takes them out of the numbers of their batches, and its id out of
-- the lists of who was passed over.
DROP FUNCTION IF EXISTS erase_invitations(uuid, integer);
CREATE OR REPLACE FUNCTION erase_invitations(p_waitlist uuid, p_seq integer, p_entry uuid) RETURNS void
LANGUAGE sql AS $$
  WITH erased AS (
    DELETE FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.seq = p_seq RETURNING i.batch_id, i.state
  )
  UPDATE invitation_batches b
  SET invited = b.invited - e.invited, accepted = b.accepted - e.accepted, ended = b.ended - e.ended
  FROM (SELECT batch_id, count(*) AS invited, count(*) FILTER (WHERE state = 'accepted') AS accepted,
               count(*) FILTER (WHERE state = 'ended') AS ended FROM erased GROUP BY batch_id) e
  WHERE b.id = e.batch_id;
  DELETE FROM skipped_entries s WHERE s.entry_id = p_entry;
  UPDATE invitation_batches b
  SET scheduled = jsonb_set(b.scheduled, '{entryIds}', (b.scheduled -> 'entryIds') - p_entry::text)
  WHERE b.waitlist_id = p_waitlist AND b.scheduled IS NOT NULL AND b.scheduled -> 'entryIds' ? p_entry::text;
  DELETE FROM passed_over p WHERE p.waitlist_id = p_waitlist AND p.seq = p_seq
$$;

-- Queues the emails of a new batch, and the end of its invitations.
CREATE OR REPLACE FUNCTION queue_invitations(p_waitlist uuid, p_batch uuid, p_expires_at timestamptz) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id, payload)
  SELECT 'invitation_email', w.account_id, w.id, jsonb_build_object('invitationId', i.id)
  FROM invitations i JOIN waitlists w ON w.id = i.waitlist_id WHERE i.batch_id = p_batch ORDER BY i.seq;
  INSERT INTO outbox (kind, waitlist_id, payload, available_at)
  VALUES ('expire_invitations', p_waitlist, jsonb_build_object('batchId', p_batch), p_expires_at)
$$;

-- Queues the next run of a plan.
CREATE OR REPLACE FUNCTION queue_run(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
  SELECT 'invitation_plan', w.account_id, w.id, jsonb_build_object('run', plan.run), plan.run::timestamptz
  FROM waitlists w CROSS JOIN LATERAL (SELECT w.invitation_plan ->> 'nextRunAt' AS run) plan
  WHERE w.id = p_waitlist AND plan.run IS NOT NULL
$$;

-- Queues the next run of a waitlist's plan as it is now, instead of what was queued.
CREATE OR REPLACE FUNCTION queue_plan(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM outbox o WHERE o.waitlist_id = p_waitlist AND o.kind = 'invitation_plan';
  SELECT queue_run(p_waitlist)
$$;

-- Sets and queues the run after p_run, unless the plan was changed meanwhile.
CREATE OR REPLACE FUNCTION advance_plan(p_waitlist uuid, p_run text, p_next text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waitlists w SET invitation_plan = jsonb_set(w.invitation_plan, '{nextRunAt}', to_jsonb(p_next))
  WHERE w.id = p_waitlist AND w.invitation_plan ->> 'nextRunAt' = p_run;
  IF FOUND THEN
    PERFORM queue_run(p_waitlist);
  END IF;
END $$;

-- Queues the reminder of a batch.
CREATE OR REPLACE FUNCTION queue_reminders(p_waitlist uuid, p_batch uuid, p_remind_at timestamptz) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
  SELECT 'remind_invitations', w.account_id, w.id, jsonb_build_object('batchId', p_batch), p_remind_at
  FROM waitlists w WHERE w.id = p_waitlist
$$;

-- Queues a reminder to each person of a batch who got its email and did not accept. Once.
CREATE OR REPLACE FUNCTION remind_invitations(p_waitlist uuid, p_batch uuid) RETURNS void
LANGUAGE sql AS $$
  WITH due AS (
    UPDATE invitation_batches b SET reminded = true
    WHERE b.id = p_batch AND b.waitlist_id = p_waitlist AND NOT b.reminded AND b.expires_at > clock_timestamp() RETURNING b.id
  )
  INSERT INTO outbox (kind, turn, waitlist_id, payload)
  SELECT 'invitation_reminder', w.account_id, w.id, jsonb_build_object('invitationId', i.id)
  FROM due JOIN invitations i ON i.batch_id = due.id AND i.state = 'invited' AND i.mailed
  JOIN waitlists w ON w.id = i.waitlist_id ORDER BY i.seq
$$;
