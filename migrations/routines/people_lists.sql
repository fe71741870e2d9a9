-- Pages of a list, at a cost that hardly grows with it: people_counts tells how many of its people each block has. A list is
-- everybody (NULL) or one status, sorted by `joined` (the newest first) or by `position`.
--
-- enable_seqscan is off because a plan that was cached while a table was small must not scan it once it has grown.

-- Whether the counts of a list start at zero. The counts of the others start at the number of places, and are reduced.
CREATE OR REPLACE FUNCTION is_sparse(p_list text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(p_list IN ('invited', 'accepted'), false)
$$;

-- The number that each counted person of a kind adds to a list.
CREATE OR REPLACE FUNCTION list_weight(p_status text, p_kind text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN is_sparse(p_status) THEN (p_kind = p_status)::integer
              WHEN p_status IS DISTINCT FROM 'waiting' AND p_kind IN ('invited', 'accepted') THEN 0 ELSE -1 END
$$;

-- How many people of a list stand in each block of a level, from p_first to p_last. The list has p_total places, and a block
-- p_span of them.
CREATE OR REPLACE FUNCTION people_in_blocks(
  p_waitlist uuid, p_sort text, p_status text, p_level integer, p_span integer, p_first integer, p_last integer,
  p_total integer) RETURNS TABLE (block integer, people bigint)
LANGUAGE sql STABLE AS $$
  SELECT counted.block, sum(counted.people) FROM (
    SELECT n, least(p_span, p_total - n * p_span)
    FROM generate_series(p_first, least(p_last, (p_total - 1) / p_span)) AS n WHERE NOT is_sparse(p_status)
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

-- Among the people from p_low to p_high, and p_others: for a sparse list, the people on it; for another list, the people not on it.
-- Ranges of an index are read much faster than single rows.
CREATE OR REPLACE FUNCTION list_exceptions(p_waitlist uuid, p_list text, p_low integer, p_high integer, p_others integer[])
RETURNS SETOF integer
LANGUAGE sql STABLE ROWS 200 AS $$
  WITH ranges AS (
    SELECT p_low AS low, p_high AS high UNION ALL SELECT o, o FROM unnest(p_others) AS o
  )
  SELECT x.seq FROM ranges r JOIN erased_entries x ON x.waitlist_id = p_waitlist AND x.seq BETWEEN r.low AND r.high
  WHERE NOT is_sparse(p_list)
  UNION ALL
  SELECT i.seq FROM ranges r JOIN invitations i ON i.waitlist_id = p_waitlist AND i.seq BETWEEN r.low AND r.high
  WHERE p_list IN ('waiting', 'invited', 'accepted') AND i.state <> 'ended' AND (p_list = 'waiting' OR i.state = p_list)
$$;

-- The people in these blocks, which are in order, who are on a list, and their ranks: their seqs if it is sorted by joining, else
-- their positions.
CREATE OR REPLACE FUNCTION listed_in_blocks(p_waitlist uuid, p_sort text, p_list text, p_blocks integer[], p_total integer)
RETURNS TABLE (seq integer, rank integer)
LANGUAGE plpgsql STABLE ROWS 200 SET enable_seqscan = off AS $$
DECLARE
  away   int4multirange := away_ranges(p_waitlist);
  low    integer := p_blocks[1] * 128 + 1;
  high   integer := p_blocks[cardinality(p_blocks)] * 128 + 128;
  others integer[] := '{}';  -- who joined elsewhere
BEGIN
  IF p_sort = 'position' THEN
    others := ARRAY(SELECT s FROM place_blocks b CROSS JOIN LATERAL unnest(b.seqs) AS s
                    WHERE b.waitlist_id = p_waitlist AND b.block = ANY (p_blocks) AND s NOT BETWEEN low AND high);
  END IF;
  IF is_sparse(p_list) THEN
    RETURN QUERY
    SELECT x, q.rank FROM list_exceptions(p_waitlist, p_list, low, high, others) AS x
    LEFT JOIN LATERAL (
      SELECT p.block FROM places p WHERE p_sort = 'position' AND p.waitlist_id = p_waitlist AND p.seq = x LIMIT 1
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT b.block, b.seqs FROM place_blocks b
      WHERE p_sort = 'position' AND b.waitlist_id = p_waitlist AND b.block = coalesce(p.block, (x - 1) / 128) LIMIT 1
    ) b ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN b.block IS NULL THEN x ELSE b.block * 128 + array_position(b.seqs, x) END AS rank
    ) q
    WHERE (q.rank - 1) / 128 = ANY (p_blocks) AND NOT x <@ away;
    RETURN;
  END IF;
  RETURN QUERY
  WITH exceptions AS MATERIALIZED (
    SELECT x AS seq FROM list_exceptions(p_waitlist, p_list, low, high, others) AS x
  ), stands AS (
    SELECT s.seq, (b.block * 128 + s.n)::integer AS rank FROM unnest(p_blocks) AS b (block)
    CROSS JOIN LATERAL unnest(read_block(p_waitlist, b.block)) WITH ORDINALITY AS s (seq, n) WHERE p_sort = 'position'
    UNION ALL
    SELECT s, s FROM unnest(p_blocks) AS b (block) CROSS JOIN LATERAL generate_series(b.block * 128 + 1, b.block * 128 + 128) AS s
    WHERE p_sort <> 'position'
  )
  SELECT s.seq, s.rank FROM stands s LEFT JOIN exceptions x ON x.seq = s.seq
  WHERE x.seq IS NULL AND s.seq <= p_total AND NOT s.seq <@ away;
END $$;

-- The p_max people of a list after the first p_skip, in order.
CREATE OR REPLACE FUNCTION list_page(p_waitlist uuid, p_sort text, p_list text, p_skip bigint, p_max bigint)
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
    FROM people_in_blocks(p_waitlist, p_sort, p_list, 1, 16384, 0, total / 16384, total) g
  ), chosen AS (
    SELECT * FROM groups g WHERE g.before < p_skip + p_max AND g.before + g.people > p_skip
  ), counted AS (
    SELECT b.block, b.people, (SELECT min(c.before) FROM chosen c)
           + sum(b.people) OVER (ORDER BY way * b.block) - b.people AS before
    FROM chosen c CROSS JOIN LATERAL people_in_blocks(
      p_waitlist, p_sort, p_list, 0, 128, c.block * 128, c.block * 128 + 127, total) b
  )
  SELECT array_agg(c.block ORDER BY c.block), min(c.before) INTO blocks, before FROM counted c
  WHERE c.people > 0 AND c.before < p_skip + p_max AND c.before + c.people > p_skip;

  RETURN QUERY
  SELECT l.seq, l.nth FROM (
    SELECT b.seq, before + row_number() OVER (ORDER BY way * b.rank) AS nth
    FROM listed_in_blocks(p_waitlist, p_sort, p_list, blocks, total) b
  ) l WHERE l.nth > p_skip AND l.nth <= p_skip + p_max ORDER BY l.nth;
END $$;

-- The p_max people of a list who stand after p_at, in order: a seq where it is sorted by joining, else a position.
CREATE OR REPLACE FUNCTION list_after(p_waitlist uuid, p_sort text, p_list text, p_at integer, p_max bigint)
RETURNS TABLE (seq integer, nth bigint)
LANGUAGE plpgsql STABLE ROWS 50 SET enable_seqscan = off AS $$
DECLARE
  total  integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  way    integer := CASE p_sort WHEN 'joined' THEN -1 ELSE 1 END;
  home   integer := (greatest(least(p_at, total), 1) - 1) / 128;
  first  integer := CASE way WHEN 1 THEN home + 1 ELSE home / 128 * 128 END;  -- the other blocks of the same group
  last   integer := CASE way WHEN 1 THEN home / 128 * 128 + 127 ELSE home - 1 END;
  found  bigint;
  near   integer[];
  far    integer[];
BEGIN
  SELECT array_agg(c.block), max(c.before + c.people) INTO near, found FROM (
    SELECT b.block, b.people, sum(b.people) OVER (ORDER BY way * b.block) - b.people AS before
    FROM people_in_blocks(p_waitlist, p_sort, p_list, 0, 128, first, last, total) b
  ) c WHERE c.people > 0 AND c.before < p_max;
  found := coalesce(found, 0);
  IF found < p_max THEN
    WITH groups AS (
      SELECT g.block, g.people, sum(g.people) OVER (ORDER BY way * g.block) - g.people AS before
      FROM people_in_blocks(p_waitlist, p_sort, p_list, 1, 16384, CASE way WHEN 1 THEN home / 128 + 1 ELSE 0 END,
                            CASE way WHEN 1 THEN total / 16384 ELSE home / 128 - 1 END, total) g
    ), counted AS (
      SELECT b.block, b.people, sum(b.people) OVER (ORDER BY way * b.block) - b.people AS before
      FROM groups g CROSS JOIN LATERAL people_in_blocks(
        p_waitlist, p_sort, p_list, 0, 128, g.block * 128, g.block * 128 + 127, total) b
      WHERE g.people > 0 AND g.before < p_max - found
    )
    SELECT array_agg(c.block) INTO far FROM counted c WHERE c.people > 0 AND c.before < p_max - found;
  END IF;

  RETURN QUERY
  SELECT b.seq, row_number() OVER (ORDER BY way * b.rank)
  FROM listed_in_blocks(p_waitlist, p_sort, p_list, ARRAY(SELECT unnest(near || far || home) AS block ORDER BY block), total) b
  WHERE way * b.rank > way * p_at ORDER BY way * b.rank LIMIT p_max;
END $$;

-- The previous release calls it.
CREATE OR REPLACE FUNCTION list_people(p_waitlist uuid, p_sort text, p_status text, p_skip bigint, p_max bigint)
RETURNS TABLE (seq integer, nth bigint)
LANGUAGE sql STABLE ROWS 50 AS $$ SELECT * FROM list_page(p_waitlist, p_sort, p_status, p_skip, p_max) $$;

-- The people among these who are not listed: they were erased, or their data is in a database that is not attached.
CREATE OR REPLACE FUNCTION unlisted_among(p_waitlist uuid, p_seqs integer[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT k.seq FROM kinds_of(p_waitlist, p_seqs) k WHERE list_weight(NULL, k.kind) <> 0
$$;
