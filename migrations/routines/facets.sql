-- What the people of a list have in common (ADR 31). Every routine that changes something needs the waitlist's lock.
--
-- People without a facet for their source are `friend` if they have a referral, else `direct`. The row of `friend` counts them;
-- `direct` has no counter. A visitor's source may have one of these names, and is counted there.

-- The id of a facet, which is made if it is new. Visitors send sources, so a list has 1,000 of them at most. Later ones are
-- `other`.
CREATE OR REPLACE FUNCTION facet_id(p_waitlist uuid, p_kind text, p_key text, p_value text) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  found integer := (SELECT f.id FROM facets f
    WHERE f.waitlist_id = p_waitlist AND f.kind = p_kind AND f.key = p_key AND f.value = p_value);
BEGIN
  IF found IS NOT NULL THEN
    RETURN found;
  ELSIF p_kind = 'source' AND p_value NOT IN ('friend', 'direct', 'other')
    AND 1000 <= (SELECT count(*) FROM facets f WHERE f.waitlist_id = p_waitlist AND f.kind = 'source') THEN
    RETURN facet_id(p_waitlist, p_kind, p_key, 'other');
  END IF;
  INSERT INTO facets (waitlist_id, id, kind, key, value)
  VALUES (p_waitlist, coalesce((SELECT max(f.id) FROM facets f WHERE f.waitlist_id = p_waitlist), 0) + 1, p_kind, p_key, p_value)
  RETURNING id INTO found;
  RETURN found;
END $$;

-- Adds p_by to the people with these facets, and p_accepted to those let in.
CREATE OR REPLACE FUNCTION count_facets(p_waitlist uuid, p_facets integer[], p_by integer, p_accepted integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE facets f SET signups = f.signups + p_by, accepted = f.accepted + p_accepted
  WHERE f.waitlist_id = p_waitlist AND f.id = ANY (p_facets)
$$;

-- Stores facets, [{kind, key, value}], of a person who did not have them. Returns their ids.
CREATE OR REPLACE FUNCTION insert_facets(p_waitlist uuid, p_seq integer, p_facets jsonb) RETURNS integer[]
LANGUAGE plpgsql AS $$
DECLARE
  ids integer[] := ARRAY(SELECT DISTINCT facet_id(p_waitlist, f.kind, f.key, f.value)
                         FROM jsonb_to_recordset(p_facets) AS f (kind text, key text, value text));
BEGIN
  INSERT INTO entry_facets (waitlist_id, facet, seq) SELECT p_waitlist, id, p_seq FROM unnest(ids) AS id;
  RETURN ids;
END $$;

-- Stores and counts the facets of a person who is joining.
CREATE OR REPLACE FUNCTION add_facets(p_waitlist uuid, p_seq integer, p_facets jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_facets(p_waitlist, insert_facets(p_waitlist, p_seq, p_facets), 1, 0);
END $$;

-- The people among these who came by a friend's link and have no other source.
CREATE OR REPLACE FUNCTION friends_among(p_waitlist uuid, p_seqs integer[]) RETURNS SETOF integer
LANGUAGE sql STABLE ROWS 10 AS $$
  SELECT r.seq FROM referrals r
  WHERE r.waitlist_id = p_waitlist AND r.seq = ANY (p_seqs) AND NOT EXISTS (
    SELECT FROM entry_facets e JOIN facets f ON f.waitlist_id = e.waitlist_id AND f.id = e.facet
    WHERE e.waitlist_id = p_waitlist AND e.seq = r.seq AND f.kind = 'source')
$$;

-- The facets that each of these people is counted under. People whose data is in a database that is not attached have none.
CREATE OR REPLACE FUNCTION counted_facets(p_waitlist uuid, p_seqs integer[]) RETURNS TABLE (seq integer, facet integer)
LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  RETURN QUERY
  SELECT e.seq, e.facet FROM entry_facets e
  WHERE e.waitlist_id = p_waitlist AND e.seq = ANY (p_seqs) AND NOT e.seq <@ away
  UNION ALL
  SELECT s, f.id FROM friends_among(p_waitlist, p_seqs) AS s
  JOIN facets f ON f.waitlist_id = p_waitlist AND f.kind = 'source' AND f.key = '' AND f.value = 'friend'
  WHERE NOT s <@ away;
END $$;

-- Adds p_by for each of these people to those let in.
CREATE OR REPLACE FUNCTION count_accepted(p_waitlist uuid, p_seqs integer[], p_by integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE facets f SET accepted = f.accepted + p_by * c.people
  FROM (SELECT c.facet, count(*)::integer AS people FROM counted_facets(p_waitlist, p_seqs) c GROUP BY 1) c
  WHERE f.waitlist_id = p_waitlist AND f.id = c.facet
$$;

-- Deletes the facets of a person who is erased. Their invitations are deleted before, so they are not counted as let in.
CREATE OR REPLACE FUNCTION erase_facets(p_waitlist uuid, p_seq integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_facets(
    p_waitlist, ARRAY(SELECT c.facet FROM counted_facets(p_waitlist, ARRAY[p_seq]) c), -1, 0);
  DELETE FROM entry_facets e WHERE e.waitlist_id = p_waitlist AND e.seq = p_seq;
END $$;

-- Replaces the facets that a person has for the questions with these keys.
CREATE OR REPLACE FUNCTION change_answer_facets(p_waitlist uuid, p_seq integer, p_keys text[], p_facets jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  counts  integer := (NOT p_seq <@ away_ranges(p_waitlist))::integer;
  let_in  integer := counts * EXISTS (
    SELECT FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.seq = p_seq AND i.state = 'accepted')::integer;
  removed integer[];
BEGIN
  WITH gone AS (
    DELETE FROM entry_facets e USING facets f
    WHERE e.waitlist_id = p_waitlist AND e.seq = p_seq
      AND f.waitlist_id = p_waitlist AND f.id = e.facet AND f.kind = 'answer' AND f.key = ANY (p_keys)
    RETURNING e.facet
  )
  SELECT array_agg(facet) INTO removed FROM gone;
  PERFORM count_facets(p_waitlist, removed, -counts, -let_in);
  PERFORM count_facets(p_waitlist, insert_facets(p_waitlist, p_seq, p_facets), counts, let_in);
END $$;

-- Recounts all facets after a database was attached or detached. IN hashes each list once, whatever the planner knows of the
-- tables.
CREATE OR REPLACE FUNCTION recount_facets(p_waitlist uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  away   int4multirange := away_ranges(p_waitlist);
  friend integer := (SELECT f.id FROM facets f
    WHERE f.waitlist_id = p_waitlist AND f.kind = 'source' AND f.key = '' AND f.value = 'friend');
BEGIN
  UPDATE facets f SET signups = 0, accepted = 0 WHERE f.waitlist_id = p_waitlist;
  WITH sources AS MATERIALIZED (
    SELECT f.id FROM facets f WHERE f.waitlist_id = p_waitlist AND f.kind = 'source'
  ), named AS MATERIALIZED (
    SELECT e.seq FROM entry_facets e WHERE e.waitlist_id = p_waitlist AND e.facet IN (SELECT id FROM sources)
  ), people AS MATERIALIZED (
    SELECT e.facet, e.seq FROM entry_facets e WHERE e.waitlist_id = p_waitlist
    UNION ALL
    SELECT friend, r.seq FROM referrals r
    WHERE friend IS NOT NULL AND r.waitlist_id = p_waitlist AND r.seq NOT IN (SELECT seq FROM named)
      AND r.seq NOT IN (SELECT x.seq FROM erased_entries x WHERE x.waitlist_id = p_waitlist)
  ), let_in AS MATERIALIZED (
    SELECT i.seq FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.state = 'accepted'
  ), counted AS MATERIALIZED (
    SELECT p.facet, count(*) AS signups, count(*) FILTER (WHERE p.seq IN (SELECT seq FROM let_in)) AS accepted
    FROM people p WHERE NOT p.seq <@ away GROUP BY 1
  )
  UPDATE facets f SET signups = c.signups, accepted = c.accepted FROM counted c
  WHERE f.waitlist_id = p_waitlist AND f.id = c.facet;
END $$;
