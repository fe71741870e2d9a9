-- Counts a visit today for each of the slugs. A visit is not worth waiting for the disk: a crash may lose the last second
-- of them. The order of the rows keeps two calls from waiting for each other in a circle.
CREATE OR REPLACE FUNCTION count_visits(p_slugs text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO page_visits AS v (waitlist_id, day, visits)
  SELECT w.id, (now() AT TIME ZONE 'UTC')::date, count(*)
  FROM unnest(p_slugs) AS s (slug) JOIN waitlists w ON w.slug = s.slug
  GROUP BY w.id ORDER BY w.id
  ON CONFLICT (waitlist_id, day) DO UPDATE SET visits = v.visits + excluded.visits;
END $$;
