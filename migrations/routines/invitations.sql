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
BEGIN
  block := p_block;
  WHILE block * 128 < total AND found < p_max LOOP
    IF block % 128 = 0 AND EXISTS (SELECT FROM gone_counts g WHERE g.waitlist_id = p_waitlist AND g.level = 1
                                   AND g.block = waiting_from.block / 128 AND g.gone = 128 * 128) THEN
      block := block + 128;
      CONTINUE;
    END IF;
    IF NOT EXISTS (SELECT FROM gone_counts g WHERE g.waitlist_id = p_waitlist AND g.level = 0
                   AND g.block = waiting_from.block AND g.gone = 128) THEN
      here := read_block(p_waitlist, block);
      seqs := ARRAY(SELECT s FROM unnest(here) WITH ORDINALITY AS stands (s, n)
                    WHERE s <= total AND s NOT IN (SELECT gone_among(p_waitlist, here)) ORDER BY n);
      found := found + cardinality(seqs);
      RETURN NEXT;
    END IF;
    block := block + 1;
  END LOOP;
END $$;

-- Counts these entries as gone (1), or as waiting again (-1), each in the block it stands in.
CREATE OR REPLACE FUNCTION count_gone_entries(p_waitlist uuid, p_seqs integer[], p_by integer) RETURNS void
LANGUAGE sql AS $$
  SELECT count_gone(p_waitlist, stands.block, p_by * stands.people)
  FROM (
    SELECT coalesce(p.block, (s - 1) / 128) AS block, count(*)::integer AS people
    FROM unnest(p_seqs) AS s LEFT JOIN places p ON p.waitlist_id = p_waitlist AND p.seq = s GROUP BY 1
  ) stands
$$;

-- Ends the invitations of a batch that nobody accepted. Their people wait again, at the same places.
CREATE OR REPLACE FUNCTION end_invitations(p_waitlist uuid, p_batch uuid) RETURNS void
LANGUAGE sql AS $$
  WITH ended AS (
    UPDATE invitations i SET state = 'ended'
    WHERE i.batch_id = p_batch AND i.waitlist_id = p_waitlist AND i.state = 'invited' RETURNING i.seq
  ), counted AS (
    UPDATE invitation_batches b SET ended = b.ended + (SELECT count(*) FROM ended) WHERE b.id = p_batch
  )
  SELECT count_gone_entries(p_waitlist, (SELECT array_agg(seq) FROM ended), -1)
$$;

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
  UPDATE invitation_batches b
  SET skipped = (SELECT coalesce(jsonb_agg(s ORDER BY n), '[]')
                 FROM jsonb_array_elements(b.skipped) WITH ORDINALITY AS each (s, n) WHERE s ->> 'entryId' <> p_entry::text)
  WHERE b.waitlist_id = p_waitlist AND b.skipped @> jsonb_build_array(jsonb_build_object('entryId', p_entry))
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
