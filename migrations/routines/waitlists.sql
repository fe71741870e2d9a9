-- Deletes a list of the account by its id or its slug (the other is NULL); returns whether there was one.
-- It takes the list's lock, so every signup either committed before or finds no list; the slug is free with the
-- commit. The rows are left to purge_waitlist_batch: the answer does not wait for a million of them.
CREATE OR REPLACE FUNCTION delete_waitlist(p_account uuid, p_id uuid, p_slug text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  target uuid;
BEGIN
  SELECT w.id INTO target FROM waitlists w WHERE w.account_id = p_account AND (w.id = p_id OR w.slug = p_slug);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(target));
  DELETE FROM waitlists w WHERE w.id = target;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO outbox (kind, waitlist_id) VALUES ('purge_waitlist', target);
  RETURN true;
END $$;

-- Removes up to p_max entries of a deleted list with all that hangs on them, and, once they are gone, its
-- blocks and jobs. `remaining` counts the entries left; call until `finished`.
CREATE OR REPLACE FUNCTION purge_waitlist_batch(p_waitlist uuid, p_max integer, OUT remaining integer, OUT finished boolean)
LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
DECLARE
  first integer;
  last  integer;
  gone  integer;
BEGIN
  IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist) THEN
    RAISE EXCEPTION 'waitlist % is not deleted', p_waitlist;
  END IF;
  -- seq has no gaps, so the ends of the range tell how many are left without counting.
  SELECT min(e.seq), max(e.seq) INTO first, last FROM entries e WHERE e.waitlist_id = p_waitlist;
  IF first IS NOT NULL THEN
    gone := least(first + p_max - 1, last);
    DELETE FROM contacts c WHERE c.waitlist_id = p_waitlist AND c.seq BETWEEN first AND gone;
    DELETE FROM places p WHERE p.waitlist_id = p_waitlist AND p.seq BETWEEN first AND gone;
    DELETE FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq BETWEEN first AND gone;
    remaining := last - gone;
    finished := false;
    RETURN;
  END IF;
  remaining := 0;
  DELETE FROM place_blocks b WHERE b.waitlist_id = p_waitlist AND b.block IN (
    SELECT x.block FROM place_blocks x WHERE x.waitlist_id = p_waitlist ORDER BY x.block LIMIT p_max);
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone < p_max THEN
    -- SKIP LOCKED: a worker may be finishing one of them; it goes with the next call.
    DELETE FROM outbox o WHERE o.id IN (
      SELECT x.id FROM outbox x WHERE x.waitlist_id = p_waitlist AND x.kind <> 'purge_waitlist'
      ORDER BY x.id LIMIT p_max FOR UPDATE SKIP LOCKED);
  END IF;
  finished := NOT EXISTS (SELECT FROM place_blocks b WHERE b.waitlist_id = p_waitlist)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.waitlist_id = p_waitlist AND o.kind <> 'purge_waitlist');
END $$;
