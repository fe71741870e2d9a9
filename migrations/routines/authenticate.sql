-- Recognizes API keys and access tokens by their SHA-256 and counts a request for each one's account. `ord` is the index in
-- `p_hashes`. A key or token that does not exist, was revoked, or has expired gets no row. For a token, `key_id` is the
-- consent and `key_name` the app. Accounts are locked in one order, so calls cannot deadlock.
CREATE OR REPLACE FUNCTION authenticate_keys(p_hashes bytea[], p_max integer, p_window_ms integer)
RETURNS TABLE (ord integer, key_id uuid, key_name text, scopes text[], account_id uuid, email text, plan text,
               account_created_at timestamptz, accepted boolean, remaining integer, reset_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_key     record;
  v_verdict rate_verdict;
BEGIN
  -- The counts and `last_used_at` need not survive a crash.
  SET LOCAL synchronous_commit = off;
  -- A plan cached while a table was small must not scan it after it has grown.
  SET LOCAL enable_seqscan = off;
  -- Arrays differ in every call, and planning each call would be half of its cost.
  SET LOCAL plan_cache_mode = force_generic_plan;
  FOR v_key IN
    SELECT found.*, a.email, a.plan, a.created_at
    FROM (
      SELECT asked.ord::integer, k.id, k.name, k.scopes, k.account_id,
             k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS is_mark_due, true AS is_key
      FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
      JOIN api_keys k ON k.secret_hash = asked.hash AND k.revoked_at IS NULL
      UNION ALL
      SELECT asked.ord::integer, g.id, c.name, t.scopes, g.account_id,
             g.last_used_at IS NULL OR g.last_used_at < now() - interval '1 minute', false
      FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
      JOIN oauth_access_tokens t ON t.token_hash = asked.hash AND t.expires_at > now()
      JOIN oauth_grants g ON g.id = t.grant_id AND g.expires_at > now()
      JOIN oauth_clients c ON c.id = g.client_id
    ) AS found
    JOIN accounts a ON a.id = found.account_id
    ORDER BY found.account_id, found.id, found.ord
  LOOP
    v_verdict := take_request('a'::bytea || uuid_send(v_key.account_id), p_max, p_window_ms);
    IF v_key.is_mark_due AND v_key.is_key THEN
      UPDATE api_keys SET last_used_at = now()
      WHERE id = v_key.id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
    ELSIF v_key.is_mark_due THEN
      UPDATE oauth_grants SET last_used_at = now()
      WHERE id = v_key.id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
    END IF;
    RETURN QUERY SELECT v_key.ord, v_key.id, v_key.name, v_key.scopes, v_key.account_id, v_key.email, v_key.plan,
      v_key.created_at, v_verdict.accepted, v_verdict.remaining, v_verdict.reset_seconds;
  END LOOP;
END $$;

-- Like authenticate_keys, for the sessions of people who use the dashboard. Their requests are counted apart, so that a
-- runaway key does not keep its owner from revoking it. A session has no name and no list of scopes.
CREATE OR REPLACE FUNCTION authenticate_sessions(p_hashes bytea[], p_max integer, p_window_ms integer)
RETURNS TABLE (ord integer, key_id uuid, key_name text, scopes text[], account_id uuid, email text, plan text,
               account_created_at timestamptz, accepted boolean, remaining integer, reset_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_session record;
  v_verdict rate_verdict;
BEGIN
  SET LOCAL synchronous_commit = off;
  SET LOCAL enable_seqscan = off;
  SET LOCAL plan_cache_mode = force_generic_plan;
  FOR v_session IN
    SELECT asked.ord::integer, s.id, a.id AS account_id, a.email, a.plan, a.created_at
    FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
    JOIN sessions s ON s.secret_hash = asked.hash AND s.expires_at > now()
    JOIN accounts a ON a.id = s.account_id
    ORDER BY a.id, s.id, asked.ord
  LOOP
    v_verdict := take_request('p'::bytea || uuid_send(v_session.account_id), p_max, p_window_ms);
    RETURN QUERY SELECT v_session.ord, v_session.id, NULL::text, NULL::text[], v_session.account_id, v_session.email,
      v_session.plan, v_session.created_at, v_verdict.accepted, v_verdict.remaining, v_verdict.reset_seconds;
  END LOOP;
END $$;
