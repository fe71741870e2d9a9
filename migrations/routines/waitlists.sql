-- Deletes one of the account's waitlists; returns whether there was one. It takes the waitlist's lock, so every signup
-- either committed before or finds no waitlist. The slug is free at once; purge_waitlist_batch removes the rows later.
CREATE OR REPLACE FUNCTION delete_waitlist(p_account uuid, p_waitlist uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  DELETE FROM waitlists w WHERE w.id = p_waitlist AND w.account_id = p_account;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO outbox (kind, waitlist_id) VALUES ('purge_waitlist', p_waitlist);
  RETURN true;
END $$;

-- Removes up to p_max entries of a deleted waitlist with their contacts and places, and after the last of them its blocks,
-- pending signups, and jobs. `remaining` counts the entries that are left; call it until `finished`. enable_seqscan is off
-- because the plan for a batch of a short waitlist might read whole tables.
CREATE OR REPLACE FUNCTION purge_waitlist_batch(p_waitlist uuid, p_max integer, OUT remaining integer, OUT finished boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  first integer;
  last  integer;
  gone  integer;
BEGIN
  IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist) THEN
    RAISE EXCEPTION 'waitlist % is not deleted', p_waitlist;
  END IF;
  -- seq has no gaps, so the ends of the range tell how many are left.
  SELECT min(e.seq), max(e.seq) INTO first, last FROM entries e WHERE e.waitlist_id = p_waitlist;
  IF first IS NOT NULL THEN
    gone := least(first + p_max - 1, last);
    DELETE FROM contacts c WHERE c.waitlist_id = p_waitlist AND c.seq BETWEEN first AND gone;
    DELETE FROM sent_emails s WHERE s.waitlist_id = p_waitlist AND s.seq BETWEEN first AND gone;
    DELETE FROM referrals r WHERE r.waitlist_id = p_waitlist AND r.seq BETWEEN first AND gone;
    DELETE FROM invitations i WHERE i.waitlist_id = p_waitlist AND i.seq BETWEEN first AND gone;
    DELETE FROM passed_over p WHERE p.waitlist_id = p_waitlist AND p.seq BETWEEN first AND gone;
    DELETE FROM webhook_deliveries d WHERE d.waitlist_id = p_waitlist AND d.seq BETWEEN first AND gone;
    DELETE FROM places p WHERE p.waitlist_id = p_waitlist AND p.seq BETWEEN first AND gone;
    DELETE FROM entry_facets f WHERE f.waitlist_id = p_waitlist AND f.seq BETWEEN first AND gone;
    DELETE FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq BETWEEN first AND gone;
    remaining := last - gone;
    finished := false;
    RETURN;
  END IF;
  remaining := 0;
  DELETE FROM people_counts c WHERE c.waitlist_id = p_waitlist;
  DELETE FROM facets f WHERE f.waitlist_id = p_waitlist;
  DELETE FROM source_visits v WHERE v.waitlist_id = p_waitlist;
  DELETE FROM invitation_batches b WHERE b.waitlist_id = p_waitlist;
  DELETE FROM pending_signups p WHERE p.id IN (
    SELECT x.id FROM pending_signups x WHERE x.waitlist_id = p_waitlist LIMIT p_max);
  DELETE FROM webhook_deliveries d WHERE d.waitlist_id = p_waitlist;
  DELETE FROM place_blocks b WHERE b.waitlist_id = p_waitlist AND b.block IN (
    SELECT x.block FROM place_blocks x WHERE x.waitlist_id = p_waitlist ORDER BY x.block LIMIT p_max);
  GET DIAGNOSTICS gone = ROW_COUNT;
  IF gone < p_max THEN
    -- A job that a worker is finishing is skipped; the next call removes it.
    DELETE FROM outbox o WHERE o.id IN (
      SELECT x.id FROM outbox x WHERE x.waitlist_id = p_waitlist AND x.kind <> 'purge_waitlist'
      ORDER BY x.id LIMIT p_max FOR UPDATE SKIP LOCKED);
  END IF;
  finished := NOT EXISTS (SELECT FROM place_blocks b WHERE b.waitlist_id = p_waitlist)
    AND NOT EXISTS (SELECT FROM pending_signups p WHERE p.waitlist_id = p_waitlist)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.waitlist_id = p_waitlist AND o.kind <> 'purge_waitlist');
END $$;
