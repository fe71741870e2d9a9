-- Whether people may join a waitlist.

-- How many more people fit: the capacity minus the people who joined and were not erased, in any database. NULL: no limit.
CREATE OR REPLACE FUNCTION waitlist_room(p_waitlist uuid, p_capacity integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_capacity IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN p_capacity - coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0)
    + (SELECT coalesce(sum(c.people), 0) FROM people_counts c
       WHERE c.waitlist_id = p_waitlist AND c.sort = 'joined' AND c.level = 1 AND c.kind = 'erased');
END $$;

-- open, or why nobody can join: the first that holds. It costs nothing where no door was set.
CREATE OR REPLACE FUNCTION waitlist_door(
  p_waitlist uuid, p_opens_at timestamptz, p_closes_at timestamptz, p_capacity integer) RETURNS text
LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN p_closes_at <= clock_timestamp() THEN 'closed'
              WHEN p_opens_at > clock_timestamp() THEN 'not_yet'
              WHEN waitlist_room(p_waitlist, p_capacity) <= 0 THEN 'full'
              ELSE 'open' END
$$;

-- The door for one signup, with room for p_room more people. p_admission is that of new_signup.
CREATE OR REPLACE FUNCTION door_for(p_admission text, p_door text, p_room integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_admission = 'owner' THEN 'open'
              WHEN p_door <> 'open' AND p_admission IS NULL THEN p_door
              WHEN p_room <= 0 THEN 'full' ELSE 'open' END
$$;
