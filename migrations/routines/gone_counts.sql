-- People who no longer wait, and how many do ahead of a place (docs/engine.md).

-- Counts p_by more people in a block who no longer wait. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION count_gone(p_waitlist uuid, p_block integer, p_by integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO gone_counts AS g (waitlist_id, level, block, gone)
  VALUES (p_waitlist, 0, p_block, p_by), (p_waitlist, 1, p_block / 128, p_by)
  ON CONFLICT (waitlist_id, level, block) DO UPDATE SET gone = g.gone + excluded.gone
$$;

-- Which of these seqs no longer wait.
CREATE OR REPLACE FUNCTION gone_among(p_waitlist uuid, p_seqs integer[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT x.seq FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = ANY (p_seqs)
  UNION ALL
  SELECT i.seq FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.seq = ANY (p_seqs) AND i.state <> 'ended'
$$;

-- The entries p_left and p_right change blocks: one for the other's. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION exchange_gone(
  p_waitlist uuid, p_left integer, p_left_block integer, p_right integer, p_right_block integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  gone integer[] := ARRAY(SELECT gone_among(p_waitlist, ARRAY[p_left, p_right]));
BEGIN
  -- Both or neither: the counts stay.
  IF cardinality(gone) = 1 THEN
    PERFORM count_gone(p_waitlist, p_left_block, CASE WHEN gone[1] = p_left THEN -1 ELSE 1 END);
    PERFORM count_gone(p_waitlist, p_right_block, CASE WHEN gone[1] = p_left THEN 1 ELSE -1 END);
  END IF;
END $$;

-- How many people wait ahead of a position.
CREATE OR REPLACE FUNCTION waiting_ahead(p_waitlist uuid, p_position integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  home integer := (p_position - 1) / 128;
BEGIN
  RETURN p_position - 1
    - (SELECT coalesce(sum(g.gone), 0) FROM gone_counts g
       WHERE g.waitlist_id = p_waitlist AND g.level = 1 AND g.block < home / 128)
    - (SELECT coalesce(sum(g.gone), 0) FROM gone_counts g
       WHERE g.waitlist_id = p_waitlist AND g.level = 0 AND g.block >= home / 128 * 128 AND g.block < home)
    - (SELECT count(*) FROM gone_among(p_waitlist, (read_block(p_waitlist, home))[1:(p_position - 1) % 128]));
END $$;
