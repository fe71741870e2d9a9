-- Notes an attempt to sign in, unless its address was sent p_few messages in the last ten minutes or p_many in the last day,
-- or its network asked p_network_max times in the last ten minutes. Returns after how many seconds it may be tried
-- again: 0 when it was noted.
CREATE OR REPLACE FUNCTION begin_sign_in(
  p_id uuid, p_email text, p_email_digest bytea, p_network bytea, p_code_digest bytea, p_link_hash bytea,
  p_browser_hash bytea, p_return_to text, p_few integer, p_many integer, p_network_max integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_network rate_verdict;
  v_now     timestamptz;
  v_free_at timestamptz;
BEGIN
  v_network := take_request('\x69'::bytea || p_network, p_network_max, 600000);
  IF NOT v_network.accepted THEN
    RETURN v_network.reset_seconds;
  END IF;
  -- The seed keeps these locks apart from those of waitlists and mailboxes.
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_email_digest, 'hex'), 14));
  v_now := clock_timestamp();
  SELECT max(free_at) INTO v_free_at FROM (
    SELECT (SELECT a.created_at + interval '10 minutes' FROM sign_in_attempts a
            WHERE a.email_digest = p_email_digest ORDER BY a.created_at DESC OFFSET p_few - 1 LIMIT 1) AS free_at
    UNION ALL
    SELECT (SELECT a.created_at + interval '1 day' FROM sign_in_attempts a
            WHERE a.email_digest = p_email_digest ORDER BY a.created_at DESC OFFSET p_many - 1 LIMIT 1)
  ) AS windows;
  IF v_free_at > v_now THEN
    RETURN ceil(extract(epoch FROM v_free_at - v_now));
  END IF;
  INSERT INTO sign_in_attempts
    (id, email, email_digest, code_digest, link_hash, browser_hash, return_to, created_at)
  VALUES (p_id, p_email, p_email_digest, p_code_digest, p_link_hash, p_browser_hash, p_return_to, v_now);
  RETURN 0;
END $$;

-- Makes the session of whoever showed a right code or link, and the account on the first time. The attempt is used up,
-- and the session of the same browser before it ends: a secret that somebody else knew is worth nothing afterwards.
CREATE OR REPLACE FUNCTION open_session(p_email text, p_secret_hash bytea, p_previous_hash bytea, p_lifetime interval)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_account uuid;
BEGIN
  INSERT INTO accounts (email) VALUES (p_email) ON CONFLICT (lower(email)) DO NOTHING;
  SELECT a.id INTO STRICT v_account FROM accounts a WHERE lower(a.email) = lower(p_email);
  DELETE FROM sessions s WHERE s.secret_hash = p_previous_hash OR s.expires_at < now() AND s.account_id = v_account;
  INSERT INTO sessions (account_id, secret_hash, expires_at) VALUES (v_account, p_secret_hash, now() + p_lifetime);
END $$;

-- Signs in by the code. `outcome`: 'signed_in', 'wrong' (and counted), or 'gone' (used, expired, of another browser, or
-- p_max_failures times wrong).
CREATE OR REPLACE FUNCTION sign_in_by_code(
  p_id uuid, p_browser_hash bytea, p_code_digest bytea, p_max_failures integer, p_secret_hash bytea,
  p_previous_hash bytea, p_lifetime interval, OUT outcome text, OUT return_to text)
LANGUAGE plpgsql AS $$
DECLARE
  v_attempt sign_in_attempts;
BEGIN
  -- Locked: parallel guesses are counted one by one, and of parallel right ones one signs in.
  SELECT * INTO v_attempt FROM sign_in_attempts a
  WHERE a.id = p_id AND a.browser_hash = p_browser_hash AND a.used_at IS NULL
    AND a.created_at > now() - interval '10 minutes' AND a.failures < p_max_failures
  FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 'gone';
  ELSIF v_attempt.code_digest <> p_code_digest THEN
    UPDATE sign_in_attempts a SET failures = a.failures + 1 WHERE a.id = p_id;
    outcome := CASE WHEN v_attempt.failures + 1 < p_max_failures THEN 'wrong' ELSE 'gone' END;
  ELSE
    UPDATE sign_in_attempts a SET used_at = now() WHERE a.id = p_id;
    PERFORM open_session(v_attempt.email, p_secret_hash, p_previous_hash, p_lifetime);
    outcome := 'signed_in';
    return_to := v_attempt.return_to;
  END IF;
END $$;

-- Signs in by the link. `outcome`: 'signed_in' or 'gone'.
CREATE OR REPLACE FUNCTION sign_in_by_link(
  p_link_hash bytea, p_secret_hash bytea, p_previous_hash bytea, p_lifetime interval,
  OUT outcome text, OUT return_to text)
LANGUAGE plpgsql AS $$
DECLARE
  v_email text;
BEGIN
  UPDATE sign_in_attempts a SET used_at = now()
  WHERE a.link_hash = p_link_hash AND a.used_at IS NULL AND a.created_at > now() - interval '10 minutes'
  RETURNING a.email, a.return_to INTO v_email, return_to;
  IF NOT FOUND THEN
    outcome := 'gone';
    RETURN;
  END IF;
  PERFORM open_session(v_email, p_secret_hash, p_previous_hash, p_lifetime);
  outcome := 'signed_in';
END $$;

-- Forgets attempts of more than a day ago, and sessions that have expired.
CREATE OR REPLACE FUNCTION sweep_sign_ins() RETURNS void
LANGUAGE sql AS $$
  DELETE FROM sign_in_attempts WHERE created_at <= now() - interval '1 day';
  DELETE FROM sessions WHERE expires_at <= now();
$$;
