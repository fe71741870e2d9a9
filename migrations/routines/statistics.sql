-- Statistics of a waitlist, at a cost that hardly grows with it. Entries are in the order they were made, so the first of
-- a day is found by bisection: 20 lookups among a million. If the clock is set back, entries made in those seconds may
-- count for the next or previous day, but never for two days or none.
--
-- enable_seqscan is off because a plan that was cached while a table was small must not scan it once it has grown.

-- The first entry from p_low to p_high that was made at p_at or later; p_high + 1 if there is none.
CREATE OR REPLACE FUNCTION first_seq_since(p_waitlist uuid, p_at timestamptz, p_low integer, p_high integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  low    integer := p_low;
  high   integer := p_high + 1;
  middle integer;
BEGIN
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    IF (SELECT e.created_at FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq = middle) < p_at THEN
      low := middle + 1;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN low;
END $$;

-- Counts the entries before p_seq that are not listed.
CREATE OR REPLACE FUNCTION unlisted_before(p_waitlist uuid, p_seq integer) RETURNS integer
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  home integer := (p_seq - 1) / 128;
BEGIN
  RETURN (SELECT coalesce(sum(c.people), 0) FROM people_counts c
          WHERE c.waitlist_id = p_waitlist AND c.sort = 'joined' AND list_weight(NULL, c.kind) <> 0
            AND (c.level = 1 AND c.block < home / 128 OR c.level = 0 AND c.block >= home / 128 * 128 AND c.block < home))
    + (SELECT count(*) FROM unlisted_among(p_waitlist, ARRAY(SELECT generate_series(home * 128 + 1, p_seq - 1))));
END $$;

-- Counts the listed entries from p_first to p_last.
CREATE OR REPLACE FUNCTION listed_between(p_waitlist uuid, p_first integer, p_last integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_last < p_first THEN 0
              ELSE p_last - p_first + 1 - unlisted_before(p_waitlist, p_last + 1) + unlisted_before(p_waitlist, p_first) END
$$;

-- Counts all listed entries, and those of today (UTC).
CREATE OR REPLACE FUNCTION count_entries(p_waitlist uuid, OUT total integer, OUT today integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  last integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
BEGIN
  total := count_listed(p_waitlist, NULL);
  today := listed_between(
    p_waitlist, first_seq_since(p_waitlist, date_trunc('day', now(), 'UTC'), 1, last), last);
END $$;

-- Counts the listed entries by status.
CREATE OR REPLACE FUNCTION count_statuses(p_waitlist uuid, OUT waiting integer, OUT invited integer, OUT accepted integer)
LANGUAGE sql STABLE AS $$
  SELECT count_listed(p_waitlist, 'waiting'), count_listed(p_waitlist, 'invited'), count_listed(p_waitlist, 'accepted')
$$;

-- Counts the listed entries of each span: from one of p_starts, which are in order, to the next; the last is until now.
CREATE OR REPLACE FUNCTION count_spans(p_waitlist uuid, p_starts timestamptz[]) RETURNS TABLE (start_at timestamptz, signups integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  last  integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  first integer := first_seq_since(p_waitlist, p_starts[1], 1, last);
  next  integer;
BEGIN
  FOR nth IN 1 .. cardinality(p_starts) LOOP
    start_at := p_starts[nth];
    next := CASE WHEN nth = cardinality(p_starts) THEN last + 1
                 ELSE first_seq_since(p_waitlist, p_starts[nth + 1], first, last) END;
    signups := listed_between(p_waitlist, first, next - 1);
    first := next;
    RETURN NEXT;
  END LOOP;
END $$;

-- Counts the listed entries of each of the last p_days days (UTC), including today.
CREATE OR REPLACE FUNCTION count_days(p_waitlist uuid, p_days integer) RETURNS TABLE (day date, signups integer)
LANGUAGE sql STABLE AS $$
  SELECT (s.start_at AT TIME ZONE 'UTC')::date, s.signups
  FROM count_spans(p_waitlist, ARRAY(
    SELECT date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * ago) FROM generate_series(p_days - 1, 0, -1) ago)) s
$$;

-- Counts the listed entries of each of the last 24 hours, including the current one.
CREATE OR REPLACE FUNCTION count_hours(p_waitlist uuid) RETURNS TABLE (start_at timestamptz, signups integer)
LANGUAGE sql STABLE AS $$
  SELECT * FROM count_spans(p_waitlist, ARRAY(
    SELECT date_trunc('hour', now(), 'UTC') - make_interval(hours => ago) FROM generate_series(23, 0, -1) ago))
$$;

-- The seqs of the 50 entries with the most referrals. The previous release calls it.
CREATE OR REPLACE FUNCTION find_top_referrers(p_waitlist uuid) RETURNS integer[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(r.seq ORDER BY r.nth), '{}') FROM list_referrers(p_waitlist, 0, 50) r
$$;
-- How many people came from each source: every one that has a facet, and `direct`, who are left. `friend` is a facet.
CREATE OR REPLACE FUNCTION count_sources(p_waitlist uuid) RETURNS TABLE (source text, signups integer, accepted integer)
LANGUAGE sql STABLE AS $$
  WITH counted AS (
    SELECT f.value, f.signups, f.accepted FROM facets f WHERE f.waitlist_id = p_waitlist AND f.kind = 'source'
  )
  SELECT s.value, sum(s.signups)::integer, sum(s.accepted)::integer FROM (
    SELECT * FROM counted
    UNION ALL
    SELECT 'direct', count_listed(p_waitlist, NULL) - coalesce(sum(c.signups), 0),
           count_listed(p_waitlist, 'accepted') - coalesce(sum(c.accepted), 0) FROM counted c
  ) s GROUP BY 1 HAVING sum(s.signups) > 0
$$;
