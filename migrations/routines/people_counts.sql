-- How many people of each kind stand in each block of a list (docs/engine.md). Triggers keep the counts, so whatever changes
-- a status is counted, in the same transaction and under the waitlist's lock.

-- How many people of a block no longer wait.
CREATE OR REPLACE VIEW gone_counts AS
SELECT c.waitlist_id, c.level, c.block, sum(c.people)::integer AS gone FROM people_counts c
WHERE c.sort = 'position' AND c.kind <> 'away_waiting' GROUP BY 1, 2, 3;

-- The seqs whose data is only in a database that is not attached now.
CREATE OR REPLACE FUNCTION away_ranges(p_waitlist uuid) RETURNS int4multirange
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((
    SELECT range_agg(int4range(r.first_seq, r.last_seq, '[]'))
    FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
    WHERE r.waitlist_id = p_waitlist AND r.attachment_id IS DISTINCT FROM w.database_id), '{}');
END $$;

-- The kinds of those of these people who are counted.
CREATE OR REPLACE FUNCTION kinds_of(p_waitlist uuid, p_seqs integer[]) RETURNS TABLE (seq integer, kind text)
LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  RETURN QUERY
  SELECT x.seq, 'erased' FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = ANY (p_seqs)
  UNION ALL
  SELECT i.seq, CASE WHEN i.seq <@ away THEN 'away_' ELSE '' END || i.state FROM invitations i
  WHERE i.waitlist_id = p_waitlist AND i.seq = ANY (p_seqs) AND i.state <> 'ended';
  IF NOT isempty(away) THEN
    RETURN QUERY
    SELECT s, 'away_waiting' FROM unnest(p_seqs) AS s
    WHERE s <@ away AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = s)
      AND NOT EXISTS (SELECT FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.seq = s AND i.state <> 'ended');
  END IF;
END $$;

-- Which of these seqs no longer wait.
CREATE OR REPLACE FUNCTION gone_among(p_waitlist uuid, p_seqs integer[]) RETURNS SETOF integer
LANGUAGE sql STABLE AS $$
  SELECT x.seq FROM erased_entries x WHERE x.waitlist_id = p_waitlist AND x.seq = ANY (p_seqs)
  UNION ALL
  SELECT i.seq FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.seq = ANY (p_seqs) AND i.state <> 'ended'
$$;

-- Counts p_by more people with a status, or erased, in the blocks where they stand.
CREATE OR REPLACE FUNCTION count_people(p_waitlist uuid, p_seqs integer[], p_status text, p_by integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  away int4multirange := away_ranges(p_waitlist);
BEGIN
  INSERT INTO people_counts AS c (waitlist_id, sort, level, block, kind, people)
  SELECT p_waitlist, b.sort, b.level, b.block, k.kind, p_by * count(*)
  FROM unnest(p_seqs) AS s
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p_status <> 'erased' AND s <@ away THEN 'away_' ELSE '' END || p_status AS kind, (s - 1) / 128 AS home,
           coalesce((SELECT p.block FROM places p WHERE p.waitlist_id = p_waitlist AND p.seq = s), (s - 1) / 128) AS place
  ) k
  CROSS JOIN LATERAL (VALUES ('joined', 0, k.home), ('joined', 1, k.home / 128),
                             ('position', 0, k.place), ('position', 1, k.place / 128)) AS b (sort, level, block)
  WHERE k.kind <> 'waiting' GROUP BY b.sort, b.level, b.block, k.kind
  ON CONFLICT (waitlist_id, sort, level, block, kind) DO UPDATE SET people = c.people + excluded.people;
END $$;

CREATE OR REPLACE FUNCTION count_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_people(e.waitlist_id, e.seqs, 'waiting', -1), count_people(e.waitlist_id, e.seqs, 'erased', 1)
  FROM (SELECT n.waitlist_id, array_agg(n.seq) AS seqs FROM new_rows n GROUP BY 1) e;
  RETURN NULL;
END $$;
-- Their invitations are deleted before.
CREATE OR REPLACE TRIGGER erased_counted AFTER INSERT ON erased_entries
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_erased();

CREATE OR REPLACE FUNCTION count_invited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Emails are marked as sent without the waitlist's lock. Updating the counts then could block whoever has it.
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n.id = o.id WHERE n.state <> o.state) THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM count_people(i.waitlist_id, i.seqs, i.state, -1), count_people(i.waitlist_id, i.seqs, 'waiting', 1),
            CASE WHEN i.state = 'accepted' THEN count_accepted(i.waitlist_id, i.seqs, -1) END
    FROM (SELECT o.waitlist_id, o.state, array_agg(o.seq) AS seqs FROM old_rows o WHERE o.state <> 'ended' GROUP BY 1, 2) i;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM count_people(i.waitlist_id, i.seqs, 'waiting', -1), count_people(i.waitlist_id, i.seqs, i.state, 1),
            CASE WHEN i.state = 'accepted' THEN count_accepted(i.waitlist_id, i.seqs, 1) END
    FROM (SELECT n.waitlist_id, n.state, array_agg(n.seq) AS seqs FROM new_rows n WHERE n.state <> 'ended' GROUP BY 1, 2) i;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER invited_counted AFTER INSERT ON invitations
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_invited();
CREATE OR REPLACE TRIGGER invited_recounted AFTER UPDATE ON invitations
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_invited();
CREATE OR REPLACE TRIGGER uninvited_counted AFTER DELETE ON invitations
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_invited();

-- The entries p_left and p_right change blocks: one for the other's. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION exchange_gone(
  p_waitlist uuid, p_left integer, p_left_block integer, p_right integer, p_right_block integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people_counts AS c (waitlist_id, sort, level, block, kind, people)
  SELECT p_waitlist, 'position', b.level, b.block, k.kind, sum(m.by)
  FROM kinds_of(p_waitlist, ARRAY[p_left, p_right]) k
  CROSS JOIN LATERAL (VALUES (p_left_block, CASE k.seq WHEN p_left THEN -1 ELSE 1 END),
                             (p_right_block, CASE k.seq WHEN p_left THEN 1 ELSE -1 END)) AS m (block, by)
  CROSS JOIN LATERAL (VALUES (0, m.block), (1, m.block / 128)) AS b (level, block)
  GROUP BY b.level, b.block, k.kind HAVING sum(m.by) <> 0
  ON CONFLICT (waitlist_id, sort, level, block, kind) DO UPDATE SET people = c.people + excluded.people;
END $$;

-- Counts everybody anew, because a database was attached or detached. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION recount_people(p_waitlist uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM people_counts c WHERE c.waitlist_id = p_waitlist;
  INSERT INTO people_counts (waitlist_id, sort, level, block, kind, people)
  WITH away AS MATERIALIZED (
    SELECT away_ranges(p_waitlist) AS seqs
  ), gone AS MATERIALIZED (
    SELECT x.seq, 'erased' AS kind FROM erased_entries x WHERE x.waitlist_id = p_waitlist
    UNION ALL
    SELECT i.seq, CASE WHEN i.seq <@ away.seqs THEN 'away_' ELSE '' END || i.state FROM away CROSS JOIN invitations i
    WHERE i.waitlist_id = p_waitlist AND i.state <> 'ended'
  ), people AS (
    SELECT seq, kind FROM gone
    UNION ALL
    (SELECT s, 'away_waiting' FROM away CROSS JOIN LATERAL unnest(away.seqs) AS a (seqs)
     CROSS JOIN LATERAL generate_series(lower(a.seqs), upper(a.seqs) - 1) AS s
     EXCEPT ALL SELECT g.seq, 'away_waiting' FROM gone g)
  ), blocks AS MATERIALIZED (
    SELECT b.sort, b.block, k.kind, count(*) AS people
    FROM people k LEFT JOIN places p ON p.waitlist_id = p_waitlist AND p.seq = k.seq
    CROSS JOIN LATERAL (VALUES ('joined', (k.seq - 1) / 128), ('position', coalesce(p.block, (k.seq - 1) / 128)))
      AS b (sort, block)
    GROUP BY 1, 2, 3
  )
  SELECT p_waitlist, sort, 0, block, kind, people FROM blocks
  UNION ALL
  SELECT p_waitlist, sort, 1, block / 128, kind, sum(people) FROM blocks GROUP BY 2, 4, 5;
  PERFORM recount_facets(p_waitlist);
END $$;

CREATE OR REPLACE FUNCTION database_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM delivered_ranges r WHERE r.waitlist_id = NEW.id) THEN
    PERFORM recount_people(NEW.id);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER database_recounted AFTER UPDATE OF database_id ON waitlists
FOR EACH ROW WHEN (NEW.database_id IS DISTINCT FROM OLD.database_id) EXECUTE FUNCTION database_changed();

-- Signups that were in flight when their database was detached.
CREATE OR REPLACE FUNCTION range_delivered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM waitlists w
             WHERE w.id = NEW.waitlist_id AND w.database_id IS DISTINCT FROM NEW.attachment_id) THEN
    PERFORM recount_people(NEW.waitlist_id);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER delivered_recounted AFTER INSERT OR UPDATE ON delivered_ranges
FOR EACH ROW EXECUTE FUNCTION range_delivered();

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
