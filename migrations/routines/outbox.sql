-- Puts up to p_max jobs in their place, about the first that came first; returns how many. Several workers may at once. What is claimed (the
-- previous release claims them where they are) stays until its lease has ended, for its claim must go on to fit.
--
-- Planned anew each time: a plan that was made while few had arrived would compare each row of a rush with all that it takes.
CREATE OR REPLACE FUNCTION settle_arrivals(p_max integer) RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  settled integer;
BEGIN
  WITH taken AS (
    DELETE FROM outbox_arrivals WHERE ctid = ANY (ARRAY(
      SELECT a.ctid FROM outbox_arrivals a WHERE a.parked_at IS NULL AND a.available_at <= now()
      LIMIT p_max FOR UPDATE SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO outbox (id, kind, waitlist_id, payload, attempts, available_at, last_error, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT t.id, t.kind, t.waitlist_id, t.payload, t.attempts, t.available_at, t.last_error, t.created_at FROM taken t;
  GET DIAGNOSTICS settled = ROW_COUNT;
  RETURN settled;
END $$;
