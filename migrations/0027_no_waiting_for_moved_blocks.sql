-- The blocks that moved are locked in any order by whoever holds the list's lock, as signups come; a delivery, which does not
-- hold it, locked several of them as well and waited for the next: a deadlock. It waits for none now. What it leaves out it takes
-- in its next round; and while something is left, finish_delivery says no.

-- As in 0010, but for the blocks that are locked.
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

-- As in 0025, but for the blocks that are locked: of those it is not known what has arrived, and they are sent whole.
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
