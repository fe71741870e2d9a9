-- A job's lane is `lane`, or else its kind. The jobs of a lane to claim next: at most p_room, one of each account in turn, and of each its oldest. An account has at
-- most p_each in progress (NULL: any number). It skips from account to account, so the length of a queue costs nothing.
DROP FUNCTION IF EXISTS due_jobs(text, integer, integer);
CREATE FUNCTION due_jobs(p_lane text, p_room integer, p_each integer) RETURNS SETOF bigint
LANGUAGE sql STABLE ROWS 20 AS $$
  WITH RECURSIVE turns AS (
    (SELECT o.turn FROM outbox o WHERE coalesce(o.lane, o.kind) = p_lane AND o.parked_at IS NULL ORDER BY o.turn LIMIT 1)
    UNION ALL
    SELECT next.turn FROM turns t CROSS JOIN LATERAL (
      SELECT o.turn FROM outbox o WHERE coalesce(o.lane, o.kind) = p_lane AND o.parked_at IS NULL AND o.turn > t.turn
      ORDER BY o.turn LIMIT 1) next
  )
  SELECT due.id FROM turns t CROSS JOIN LATERAL (
    SELECT o.id, o.available_at, row_number() OVER (ORDER BY o.available_at) AS n FROM outbox o
    WHERE coalesce(o.lane, o.kind) = p_lane AND o.turn = t.turn AND o.parked_at IS NULL AND o.available_at <= now()
    ORDER BY o.available_at
    LIMIT CASE WHEN p_each IS NULL THEN p_room ELSE greatest(0, p_each - (
      SELECT count(*) FROM outbox held
      WHERE coalesce(held.lane, held.kind) = p_lane AND held.turn = t.turn AND held.parked_at IS NULL AND held.available_at > now()
        AND held.attempts > 0 AND held.last_error IS NULL)) END
  ) due ORDER BY due.n, due.available_at LIMIT p_room
$$;

-- Claims due jobs of several lanes, each as due_jobs: parallel arrays. Two workers never get the same job unless the first
-- lets its lease end.
DROP FUNCTION IF EXISTS claim_jobs(text[], integer[], integer[], interval);
CREATE FUNCTION claim_jobs(p_lanes text[], p_room integer[], p_each integer[], p_lease interval)
RETURNS SETOF outbox
LANGUAGE sql
-- A plan that was cached while the table was small must not scan it when it has grown.
SET enable_seqscan = off AS $$
  WITH due AS MATERIALIZED (
    SELECT o.id FROM outbox o
    WHERE o.id = ANY (ARRAY(
      SELECT due_jobs(lane.name, lane.room, lane.each) FROM unnest(p_lanes, p_room, p_each) AS lane (name, room, each)))
      AND o.parked_at IS NULL AND o.available_at <= now()
    FOR UPDATE SKIP LOCKED
  )
  -- The time of the claim, not of the transaction, so that a lease is never too short.
  UPDATE outbox o SET attempts = o.attempts + 1, available_at = clock_timestamp() + p_lease, last_error = NULL
  FROM due WHERE o.id = due.id RETURNING o.*
$$;

-- The release before lanes gave jobs that moved a kind of their own, and may still run. Where the person has a job of today's
-- kind already, that one does both.
CREATE OR REPLACE FUNCTION adopt_moved_jobs() RETURNS void
LANGUAGE sql AS $$
  WITH former AS (
    DELETE FROM outbox o
    WHERE coalesce(o.lane, o.kind) IN ('moved_up_outside', 'invitation_email_outside') AND o.parked_at IS NULL
      AND o.available_at <= now()
    RETURNING o.*
  )
  INSERT INTO outbox (kind, lane, turn, waitlist_id, payload, created_at)
  SELECT replace(f.kind, '_outside', ''), 'outside_addresses', f.turn, f.waitlist_id, f.payload, f.created_at FROM former f
  ON CONFLICT (waitlist_id, (payload ->> 'entryId')) WHERE kind = 'moved_up' DO NOTHING
$$;
