-- Entries that keep their place but are neither listed nor counted: those whose data is only in a database that is not
-- attached now, and erased ones. `skipped` counts the entries of this range and of all above it.
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

CREATE OR REPLACE FUNCTION queue_delivery(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, waitlist_id) VALUES ('deliver_signups', p_waitlist)
  ON CONFLICT (waitlist_id) WHERE kind = 'deliver_signups' DO NOTHING
$$;

-- As queue_delivery, and a job that waits after a failure is due now. One that a worker is at is left alone: its
-- `last_error` was cleared when it began.
CREATE OR REPLACE FUNCTION hasten_delivery(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox AS o (kind, waitlist_id) VALUES ('deliver_signups', p_waitlist)
  ON CONFLICT (waitlist_id) WHERE kind = 'deliver_signups' DO UPDATE
  SET available_at = clock_timestamp(), parked_at = NULL, attempts = o.attempts + 1
  WHERE o.last_error IS NOT NULL
$$;

-- Writes the delivery job of each waitlist that has something to deliver or erase and no job: a signup broke off just
-- before it wrote one.
CREATE OR REPLACE FUNCTION sweep_deliveries() RETURNS void
LANGUAGE sql AS $$
  SELECT queue_delivery(w.id) FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
  WHERE (EXISTS (SELECT FROM entries e WHERE e.waitlist_id = w.id AND e.seq >= a.next_seq)
         OR EXISTS (SELECT FROM pending_erasures p WHERE p.attachment_id = a.id))
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.waitlist_id = w.id AND o.kind = 'deliver_signups')
$$;

-- Attaches a database, or replaces the connection of the one that is; answers when it was attached, NULL for a list that
-- is not the account's. Under the list's lock, so that each signup was made before or after it.
CREATE OR REPLACE FUNCTION attach_database(
  p_account uuid, p_waitlist uuid, p_db_type text, p_table text, p_identity bytea, p_connection bytea)
RETURNS timestamptz
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_current uuid;
  v_known   uuid;
  v_next    integer;
  v_at      timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT w.database_id INTO v_current FROM waitlists w WHERE w.id = p_waitlist AND w.account_id = p_account;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT a.id INTO v_known FROM database_attachments a
  WHERE a.waitlist_id = p_waitlist AND a.identity_digest = p_identity;

  IF v_known = v_current THEN
    UPDATE database_attachments a SET connection = p_connection, version = a.version + 1
    WHERE a.id = v_current RETURNING a.attached_at INTO v_at;
  ELSE
    -- What still waits for the database that is replaced goes to this one; else it begins with the next signup.
    v_next := coalesce(
      (SELECT a.next_seq FROM database_attachments a WHERE a.id = v_current),
      (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist) + 1,
      1);
    UPDATE database_attachments a SET connection = NULL WHERE a.id = v_current;
    INSERT INTO database_attachments AS a
      (waitlist_id, db_type, table_name, identity_digest, connection, attached_at, next_seq)
    VALUES (p_waitlist, p_db_type, p_table, p_identity, p_connection, clock_timestamp(), v_next)
    ON CONFLICT (waitlist_id, identity_digest) DO UPDATE
    SET connection = excluded.connection, attached_at = excluded.attached_at, next_seq = excluded.next_seq,
        version = a.version + 1
    RETURNING a.id, a.attached_at INTO v_current, v_at;
    UPDATE waitlists w SET database_id = v_current WHERE w.id = p_waitlist;
    -- Of what it has from before, anything may have moved meanwhile. A block without a row never moved.
    DELETE FROM moved_blocks m WHERE m.waitlist_id = p_waitlist;
    IF v_known IS NOT NULL THEN
      INSERT INTO moved_blocks (waitlist_id, block)
      SELECT b.waitlist_id, b.block FROM place_blocks b WHERE b.waitlist_id = p_waitlist;
    END IF;
  END IF;
  PERFORM hasten_delivery(p_waitlist);
  RETURN v_at;
END $$;

-- Detaches what is attached; false for a list that is not the account's. What still waits for delivery stays here.
CREATE OR REPLACE FUNCTION detach_database(p_account uuid, p_waitlist uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_current uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT w.database_id INTO v_current FROM waitlists w WHERE w.id = p_waitlist AND w.account_id = p_account;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE waitlists w SET database_id = NULL WHERE w.id = p_waitlist;
  UPDATE database_attachments a SET connection = NULL WHERE a.id = v_current;
  DELETE FROM moved_blocks m WHERE m.waitlist_id = p_waitlist;
  RETURN true;
END $$;

-- Notes that entries have arrived. Also after the database was detached or replaced while they were under way: where
-- they arrived is where they are, and the database that took its place begins after them.
CREATE OR REPLACE FUNCTION record_delivery(p_waitlist uuid, p_attachment uuid, p_first integer, p_last integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- What is lost with the power is delivered again, which changes nothing.
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true);
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  -- Gone with its list; or a worker that took over was quicker.
  IF NOT EXISTS (SELECT FROM database_attachments a WHERE a.id = p_attachment) OR EXISTS (
    SELECT FROM delivered_ranges r
    WHERE r.waitlist_id = p_waitlist AND r.first_seq <= p_last AND r.last_seq >= p_first) THEN
    RETURN;
  END IF;
  UPDATE delivered_ranges r SET last_seq = p_last
  WHERE r.waitlist_id = p_waitlist AND r.attachment_id = p_attachment AND r.last_seq = p_first - 1;
  IF NOT FOUND THEN
    INSERT INTO delivered_ranges (waitlist_id, first_seq, last_seq, attachment_id)
    VALUES (p_waitlist, p_first, p_last, p_attachment);
  END IF;
  UPDATE database_attachments a SET next_seq = p_last + 1
  WHERE a.waitlist_id = p_waitlist AND a.next_seq BETWEEN p_first AND p_last;
  -- They arrived with the positions of that moment, which are not those that stand in `before`: nobody is seq 0.
  UPDATE moved_blocks m SET before = ARRAY(
    SELECT CASE WHEN seq BETWEEN p_first AND p_last THEN 0 ELSE seq END
    FROM unnest(m.before) WITH ORDINALITY AS b (seq, i) ORDER BY i)
  WHERE m.waitlist_id = p_waitlist
    AND EXISTS (SELECT FROM unnest(m.before) AS seq WHERE seq BETWEEN p_first AND p_last);
END $$;

-- Ends the delivery job of a waitlist when nothing is left to do. Under the waitlist's lock: a signup made before is seen
-- here, and one made after finds no job and writes one.
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
  DELETE FROM ONLY outbox o WHERE o.id = p_job AND o.attempts = p_attempts;
  RETURN true;
END $$;

-- As apply_referral, for a list whose positions are followed elsewhere. Needs the list's lock.
CREATE OR REPLACE FUNCTION apply_followed_referral(p_waitlist uuid, p_seq integer, p_boost integer) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  home integer;
BEGIN
  IF p_boost > 0 THEN
    home := coalesce(
      (SELECT p.block FROM places p WHERE p.waitlist_id = p_waitlist AND p.seq = p_seq), (p_seq - 1) / 128);
    INSERT INTO moved_blocks AS m (waitlist_id, block, before)
    SELECT p_waitlist, b, place_block(p_waitlist, b)
    -- It crosses into the block above when it is not further than the boost from its end.
    FROM generate_series(
      CASE WHEN home > 0 AND array_position(place_block(p_waitlist, home), p_seq) <= p_boost THEN home - 1 ELSE home END,
      home) b
    ON CONFLICT (waitlist_id, block) DO UPDATE SET mark = m.mark + 1;
  END IF;
  PERFORM apply_referral(p_waitlist, p_seq, p_boost);
END $$;

-- Takes up to p_max moved blocks: `seqs` is who stands there now; ids and positions are of those who are in the database
-- and stand elsewhere than what was sent last. The row stays until settle_moved_blocks: a worker that dies leaves it, and
-- then the whole block is sent, because nobody knows what has arrived. Locked blocks are skipped, not waited for: whoever
-- holds the waitlist's lock locks them in any order. A skipped block is taken in the next round.
CREATE OR REPLACE FUNCTION take_moved_blocks(p_waitlist uuid, p_attachment uuid, p_max integer)
RETURNS TABLE (block integer, mark integer, seqs integer[], ids uuid[], positions integer[])
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  moved record;
  here  integer[];
BEGIN
  FOR moved IN
    SELECT m.block, m.mark, m.before FROM moved_blocks m
    WHERE m.waitlist_id = p_waitlist ORDER BY m.block LIMIT p_max FOR UPDATE SKIP LOCKED
  LOOP
    UPDATE moved_blocks m SET before = NULL
    WHERE m.waitlist_id = p_waitlist AND m.block = moved.block AND m.before IS NOT NULL;
    -- A statement of its own sees what is committed now, so never less than what the mark counts.
    here := place_block(p_waitlist, moved.block);
    RETURN QUERY
    SELECT moved.block, moved.mark, here, coalesce(array_agg(e.id ORDER BY i), '{}'),
           coalesce(array_agg(moved.block * 128 + i ORDER BY i), '{}')
    FROM generate_subscripts(here, 1) i
    JOIN entries e ON e.waitlist_id = p_waitlist AND e.seq = here[i]
    WHERE here[i] IS DISTINCT FROM moved.before[i] AND EXISTS (
      SELECT FROM delivered_ranges r WHERE r.attachment_id = p_attachment
      AND here[i] BETWEEN r.first_seq AND r.last_seq);
  END LOOP;
END $$;

-- What was sent of the blocks that were taken has arrived. p_blocks: [{block, mark, seqs}]. Does nothing unless the
-- attachment they were sent for is still attached and its connection was not replaced: attaching writes the blocks anew.
-- What arrived of a locked block stays unknown, so that block is sent whole.
CREATE OR REPLACE FUNCTION settle_moved_blocks(p_waitlist uuid, p_attachment uuid, p_version integer, p_blocks jsonb) RETURNS void
LANGUAGE sql AS $$
  -- One statement, so one moment: it sees the attachment and the blocks of before, or neither.
  WITH sent AS (
    SELECT s.* FROM jsonb_to_recordset(p_blocks) AS s (block integer, mark integer, seqs integer[])
    WHERE EXISTS (
      SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
      WHERE w.id = p_waitlist AND a.id = p_attachment AND a.version = p_version)
  ), held AS MATERIALIZED (
    SELECT m.block, m.mark = s.mark AS arrived, s.seqs FROM moved_blocks m JOIN sent s ON s.block = m.block
    WHERE m.waitlist_id = p_waitlist FOR UPDATE OF m SKIP LOCKED
  ), done AS (
    DELETE FROM moved_blocks m USING held h WHERE m.waitlist_id = p_waitlist AND m.block = h.block AND h.arrived
  )
  UPDATE moved_blocks m SET before = h.seqs FROM held h
  WHERE m.waitlist_id = p_waitlist AND m.block = h.block AND NOT h.arrived
$$;
