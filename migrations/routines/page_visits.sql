-- Counts a visit today for each of the slugs, and for its source. A visit is not worth waiting for the disk: a crash may
-- lose the last second of them. The order of the rows keeps two calls from waiting for each other in a circle.
--
-- Strangers send sources, so a list has 1,000 of them at most, and later ones are `other`. These are not the facets, where
-- they would take the places of the sources of people.
--
-- The first statement locks each list's row of today. So no other call adds sources meanwhile, and the list is not
-- deleted. A foreign key of source_visits would make this wait for a deletion that waits for that row.
CREATE OR REPLACE FUNCTION count_visits(p_slugs text[], p_sources text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT text[] := '{friend,direct,other}';
  ids CONSTANT uuid[] := ARRAY(
    SELECT w.id FROM unnest(p_slugs) WITH ORDINALITY AS s (slug, nth) LEFT JOIN waitlists w ON w.slug = s.slug ORDER BY s.nth);
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO page_visits AS v (waitlist_id, day, visits)
  SELECT s.id, (now() AT TIME ZONE 'UTC')::date, count(*) FROM unnest(ids) AS s (id)
  WHERE s.id IS NOT NULL GROUP BY s.id ORDER BY s.id
  ON CONFLICT (waitlist_id, day) DO UPDATE SET visits = v.visits + excluded.visits;

  WITH sent AS (
    SELECT s.id, s.source, count(*) AS visits FROM unnest(ids, p_sources) AS s (id, source)
    WHERE s.id IS NOT NULL GROUP BY s.id, s.source
  ), added AS (
    SELECT s.id, s.source, row_number() OVER (PARTITION BY s.id ORDER BY s.source) AS nth FROM sent s
    WHERE s.source <> ALL (own)
      AND NOT EXISTS (SELECT FROM source_visits v WHERE v.waitlist_id = s.id AND v.source = s.source)
  ), known AS (
    SELECT v.waitlist_id AS id, count(*) AS sources FROM source_visits v
    WHERE v.waitlist_id IN (SELECT a.id FROM added a) AND v.source <> ALL (own) GROUP BY v.waitlist_id
  ), late AS (
    SELECT a.id, a.source FROM added a LEFT JOIN known k ON k.id = a.id WHERE coalesce(k.sources, 0) + a.nth > 1000
  )
  INSERT INTO source_visits AS v (waitlist_id, source, visits)
  SELECT s.id, CASE WHEN l.id IS NULL THEN s.source ELSE 'other' END, sum(s.visits)
  FROM sent s LEFT JOIN late l ON l.id = s.id AND l.source = s.source
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (waitlist_id, source) DO UPDATE SET visits = v.visits + excluded.visits;
END $$;
