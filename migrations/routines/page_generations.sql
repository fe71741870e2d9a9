-- The generations of an account that count in this calendar month (UTC). What a crash left stops counting by itself.
CREATE OR REPLACE FUNCTION generations_used(p_account uuid) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM ai_generations g
  WHERE g.account_id = p_account AND g.created_at >= date_trunc('month', now(), 'UTC')
    AND (g.reserved_until IS NULL OR g.reserved_until > now())
$$;

-- Takes one of the p_quota generations of the month, and one of the p_attempts in a window of time, whatever comes of
-- it: what is given back costs us all the same. `refused`: 'quota' or 'pace', with the seconds until there is one again.
CREATE OR REPLACE FUNCTION reserve_generation(
  p_account uuid, p_quota integer, p_attempts integer, p_window_ms integer,
  OUT generation uuid, OUT refused text, OUT wait_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_pace rate_verdict;
BEGIN
  -- Of requests at once none sees a place that another takes; the seed keeps these locks apart from the others.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text, 23));
  IF generations_used(p_account) >= p_quota THEN
    refused := 'quota';
    wait_seconds := ceil(extract(epoch FROM date_trunc('month', now(), 'UTC') + interval '1 month' - now())) + 1;
    RETURN;
  END IF;
  v_pace := take_request('\x67'::bytea || uuid_send(p_account), p_attempts, p_window_ms);
  IF NOT v_pace.accepted THEN
    refused := 'pace';
    wait_seconds := v_pace.reset_seconds;
    RETURN;
  END IF;
  DELETE FROM ai_generations g WHERE g.account_id = p_account AND g.reserved_until <= now();
  -- Longer than any takes.
  INSERT INTO ai_generations (account_id, reserved_until) VALUES (p_account, now() + interval '2 minutes')
  RETURNING id INTO generation;
END $$;
