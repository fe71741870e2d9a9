-- Everybody in the order of referrals: the most first, then who joined first. An index has those with referrals in that order. A page
-- at a cursor is read from there; a large offset walks over the people before it.

-- Skips the first p_skip listed people who have between 1 and p_most referrals, and returns the next p_max.
CREATE OR REPLACE FUNCTION referrers_from(p_waitlist uuid, p_most integer, p_skip bigint, p_max bigint) RETURNS SETOF integer
LANGUAGE plpgsql STABLE ROWS 50 SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  RETURN QUERY
  SELECT p.seq FROM places p
  WHERE p.waitlist_id = p_waitlist AND p.referral_count > 0 AND p.referral_count <= p_most AND NOT p.seq <@ away
    AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = p.seq)
  ORDER BY p.referral_count DESC, p.seq LIMIT p_max OFFSET p_skip;
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

-- The p_max listed people without referrals who joined after p_seq, after the first p_skip of them. Merging the indexes reads no
-- person one by one, and stops at the last one that is asked for.
CREATE OR REPLACE FUNCTION without_referrals(p_waitlist uuid, p_seq integer, p_skip bigint, p_max bigint) RETURNS SETOF integer
LANGUAGE plpgsql STABLE ROWS 50
SET enable_seqscan = off SET enable_sort = off SET enable_nestloop = off SET enable_hashjoin = off AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  RETURN QUERY
  SELECT e.seq FROM entries e
  WHERE e.waitlist_id = p_waitlist AND e.seq > p_seq AND NOT e.seq <@ away
    AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq > p_seq AND x.seq = e.seq)
    AND NOT EXISTS (SELECT FROM places p
                    WHERE p.waitlist_id = p_waitlist AND p.seq > p_seq AND p.seq = e.seq AND p.referral_count > 0)
  ORDER BY e.seq LIMIT p_max OFFSET p_skip;
END $$;

-- The p_max people after the first p_skip.
CREATE OR REPLACE FUNCTION list_by_referrals(p_waitlist uuid, p_skip bigint, p_max bigint) RETURNS TABLE (seq integer, nth bigint)
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
  seqs integer[] := ARRAY(SELECT referrers_from(p_waitlist, 2147483647, p_skip, p_max));
BEGIN
  IF cardinality(seqs) < p_max THEN
    seqs := seqs || ARRAY(SELECT without_referrals(
      p_waitlist, 0, CASE seqs WHEN '{}' THEN p_skip - count_referrers(p_waitlist) ELSE 0 END, p_max - cardinality(seqs)));
  END IF;
  RETURN QUERY SELECT s, n FROM unnest(seqs) WITH ORDINALITY AS s (s, n);
END $$;

-- The p_max people after the one with p_referrals who joined as p_seq.
CREATE OR REPLACE FUNCTION list_by_referrals_after(p_waitlist uuid, p_referrals integer, p_seq integer, p_max bigint)
RETURNS TABLE (seq integer, nth bigint)
LANGUAGE plpgsql STABLE ROWS 50 SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
  seqs integer[] := '{}';
BEGIN
  IF p_referrals > 0 THEN
    seqs := ARRAY(
      SELECT p.seq FROM places p
      WHERE p.waitlist_id = p_waitlist AND p.referral_count > 0 AND p.referral_count = p_referrals AND p.seq > p_seq
        AND NOT p.seq <@ away AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = p.seq)
      ORDER BY p.referral_count DESC, p.seq LIMIT p_max);
    seqs := seqs || ARRAY(SELECT referrers_from(p_waitlist, p_referrals - 1, 0, p_max - cardinality(seqs)));
  END IF;
  IF cardinality(seqs) < p_max THEN
    seqs := seqs || ARRAY(SELECT without_referrals(
      p_waitlist, CASE p_referrals WHEN 0 THEN p_seq ELSE 0 END, 0, p_max - cardinality(seqs)));
  END IF;
  RETURN QUERY SELECT s, n FROM unnest(seqs) WITH ORDINALITY AS s (s, n);
END $$;

-- The p_max listed people who referred the most, after the first p_skip.
CREATE OR REPLACE FUNCTION list_referrers(p_waitlist uuid, p_skip bigint, p_max bigint) RETURNS TABLE (seq integer, nth bigint)
LANGUAGE sql STABLE ROWS 50 AS $$
  SELECT s, p_skip + n FROM referrers_from(p_waitlist, 2147483647, p_skip, p_max) WITH ORDINALITY AS s (s, n)
$$;
