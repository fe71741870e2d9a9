-- As the one with two arguments, which stays for the code of the release before, and only while the attachment that the blocks were
-- sent for is the one that is attached, and has been ever since. Attaching writes the blocks anew: a worker that was still at
-- those of before took the new rows for the ones that it had sent, and what had moved meanwhile was never sent.
CREATE FUNCTION settle_moved_blocks(p_waitlist uuid, p_attachment uuid, p_version integer, p_blocks jsonb) RETURNS void
LANGUAGE sql AS $$
  -- One statement, so one moment: it sees the attachment and the blocks of before, or neither.
  WITH sent AS (
    SELECT s.* FROM jsonb_to_recordset(p_blocks) AS s (block integer, mark integer, seqs integer[])
    WHERE EXISTS (
      SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
      WHERE w.id = p_waitlist AND a.id = p_attachment AND a.version = p_version)
  ), done AS (
    DELETE FROM moved_blocks m USING sent s
    WHERE m.waitlist_id = p_waitlist AND m.block = s.block AND m.mark = s.mark
  )
  UPDATE moved_blocks m SET before = s.seqs FROM sent s
  WHERE m.waitlist_id = p_waitlist AND m.block = s.block AND m.mark <> s.mark
$$;
