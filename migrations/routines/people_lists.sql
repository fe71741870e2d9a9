-- Pages of a list, in the order of joining or by place, of everybody or of one status, at a cost that hardly grows with the
-- list: people_counts tells how many of them each block has.
--
-- enable_seqscan is off because a plan that was cached while a table was small must not scan it once it has grown.

-- The number that each counted person of a kind adds to a list of p_status, or of everybody (NULL). Those lists are counted from the
-- numbers of places, others from nobody.
CREATE OR REPLACE FUNCTION list_weight(p_status text, p_kind text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_status IN ('invited', 'accepted') THEN (p_kind = p_status)::integer
              WHEN p_status IS NULL AND p_kind IN ('invited', 'accepted') THEN 0 ELSE -1 END
$$;

-- How many people of a list stand in each block of a level, from p_first to p_last. The list has p_total places, and a block
-- p_span of them.
CREATE OR REPLACE FUNCTION people_in_blocks(
  p_waitlist uuid, p_sort text, p_status text, p_level integer, p_span integer, p_first integer, p_last integer,
  p_total integer) RETURNS TABLE (block integer, people bigint)
LANGUAGE sql STABLE AS $$
  SELECT counted.block, sum(counted.people) FROM (
    SELECT n, CASE WHEN p_status IN ('invited', 'accepted') THEN 0 ELSE least(p_span, p_total - n * p_span) END
    FROM generate_series(p_first, least(p_last, (p_total - 1) / p_span)) AS n
    UNION ALL
    SELECT c.block, c.people * list_weight(p_status, c.kind) FROM people_counts c
    WHERE c.waitlist_id = p_waitlist AND c.sort = p_sort AND c.level = p_level AND c.block BETWEEN p_first AND p_last
  ) AS counted (block, people) GROUP BY 1
$$;

-- How many people are on a list.
CREATE OR REPLACE FUNCTION count_listed(p_waitlist uuid, p_status text) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  total integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
BEGIN
  RETURN (SELECT coalesce(sum(b.people), 0)
          FROM people_in_blocks(p_waitlist, 'joined', p_status, 1, 16384, 0, total / 16384, total) b);
END $$;

-- The p_max people of a list after the first p_skip. In the order of joining, the newest come first.
CREATE OR REPLACE FUNCTION list_people(p_waitlist uuid, p_sort text, p_status text, p_skip bigint, p_max bigint)
RETURNS TABLE (seq integer, nth bigint)
LANGUAGE plpgsql STABLE ROWS 50 SET enable_seqscan = off AS $$
DECLARE
  total  integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  way    integer := CASE p_sort WHEN 'joined' THEN -1 ELSE 1 END;
  blocks integer[];
  before bigint; -- how many people are in the blocks before these
BEGIN
  WITH groups AS (
    SELECT g.block, g.people, sum(g.people) OVER (ORDER BY way * g.block) - g.people AS before
    FROM people_in_blocks(p_waitlist, p_sort, p_status, 1, 16384, 0, total / 16384, total) g
  ), chosen AS (
    SELECT * FROM groups g WHERE g.before < p_skip + p_max AND g.before + g.people > p_skip
  ), counted AS (
    SELECT b.block, b.people, (SELECT min(c.before) FROM chosen c)
           + sum(b.people) OVER (ORDER BY way * b.block) - b.people AS before
    FROM chosen c CROSS JOIN LATERAL people_in_blocks(
      p_waitlist, p_sort, p_status, 0, 128, c.block * 128, c.block * 128 + 127, total) b
  )
  SELECT array_agg(c.block), min(c.before) INTO blocks, before FROM counted c
  WHERE c.people > 0 AND c.before < p_skip + p_max AND c.before + c.people > p_skip;

  RETURN QUERY
  WITH stands AS MATERIALIZED (
    SELECT s.seq, way * (b.block * 128 + s.n) AS rank FROM unnest(blocks) AS b (block)
    CROSS JOIN LATERAL unnest(CASE p_sort WHEN 'joined'
      THEN ARRAY(SELECT generate_series(b.block * 128 + 1, b.block * 128 + 128))
      ELSE read_block(p_waitlist, b.block) END) WITH ORDINALITY AS s (seq, n)
    WHERE s.seq <= total
  ), listed AS (
    SELECT s.seq, before + row_number() OVER (ORDER BY s.rank) AS nth
    FROM stands s LEFT JOIN kinds_of(p_waitlist, ARRAY(SELECT x.seq FROM stands x)) k ON k.seq = s.seq
    WHERE CASE WHEN p_status IN ('invited', 'accepted') THEN k.kind = p_status
               ELSE k.kind IS NULL OR list_weight(p_status, k.kind) = 0 END
  )
  SELECT l.seq, l.nth FROM listed l WHERE l.nth > p_skip AND l.nth <= p_skip + p_max ORDER BY l.nth;
END $$;

-- Those of these people who are not on the list of everybody: they were erased, or are in a database that is not attached.
CREATE OR REPLACE FUNCTION unlisted_among(p_waitlist uuid, p_seqs integer[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT k.seq FROM kinds_of(p_waitlist, p_seqs) k WHERE list_weight(NULL, k.kind) <> 0
$$;

-- The p_max listed people who referred the most, after the first p_skip.
CREATE OR REPLACE FUNCTION list_referrers(p_waitlist uuid, p_skip bigint, p_max bigint) RETURNS TABLE (seq integer, nth bigint)
LANGUAGE plpgsql STABLE ROWS 50 SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  RETURN QUERY
  SELECT r.seq, p_skip + row_number() OVER () FROM (
    SELECT p.seq FROM places p
    WHERE p.waitlist_id = p_waitlist AND p.referral_count > 0 AND NOT p.seq <@ away
      AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = p.seq)
    ORDER BY p.referral_count DESC, p.seq LIMIT p_max OFFSET p_skip
  ) r;
END $$;

CREATE OR REPLACE FUNCTION count_referrers(p_waitlist uuid) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  RETURN (SELECT count(*) FROM places p
    WHERE p.waitlist_id = p_waitlist AND p.referral_count > 0 AND NOT p.seq <@ away
      AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = p.seq));
END $$;
