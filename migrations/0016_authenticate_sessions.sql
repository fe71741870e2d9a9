-- People call the API from the dashboard, by the session of their browser.

-- Recognises sessions by the SHA-256 of their secrets and counts a request of each one's account, as authenticate_keys
-- does for keys and in the same form, but apart from them: a key that runs wild must not keep its holder from revoking it; a session has no name and no list of scopes. Accounts are taken in one order.
CREATE FUNCTION authenticate_sessions(p_hashes bytea[], p_max integer, p_window_ms integer)
RETURNS TABLE (ord integer, key_id uuid, key_name text, scopes text[], account_id uuid, email text, plan text,
               account_created_at timestamptz, accepted boolean, remaining integer, reset_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_session record;
  v_verdict rate_verdict;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true);
  FOR v_session IN
    SELECT asked.ord::integer, s.id, a.id AS account_id, a.email, a.plan, a.created_at
    FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
    JOIN sessions s ON s.secret_hash = asked.hash AND s.expires_at > now()
    JOIN accounts a ON a.id = s.account_id
    ORDER BY a.id, s.id, asked.ord
  LOOP
    v_verdict := take_request('\x70'::bytea || uuid_send(v_session.account_id), p_max, p_window_ms);
    RETURN QUERY SELECT v_session.ord, v_session.id, NULL::text, NULL::text[], v_session.account_id, v_session.email,
      v_session.plan, v_session.created_at, v_verdict.accepted, v_verdict.remaining, v_verdict.reset_seconds;
  END LOOP;
END $$;
