-- Agents that act for a person (OAuth 2.1). Of every secret only the SHA-256 is kept.

-- Programs that registered themselves. A client's secret is in `metadata` as its SHA-256.
CREATE TABLE oauth_clients (
  id           text PRIMARY KEY,
  name         text NOT NULL,
  metadata     jsonb NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- When a person last consented, or a token was last refreshed.
  last_used_at timestamptz
);

-- A person's consent: one for each time they gave it. Without it nothing that hangs on it works, from one moment to the next.
CREATE TABLE oauth_grants (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id  text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  scopes     text[] NOT NULL,
  payload    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_grants_account ON oauth_grants (account_id, client_id, created_at);
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_expiry ON oauth_grants (expires_at);

CREATE TABLE oauth_access_tokens (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  grant_id   uuid NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
  scopes     text[] NOT NULL,
  payload    jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_access_tokens_grant ON oauth_access_tokens (grant_id);
CREATE INDEX oauth_access_tokens_expiry ON oauth_access_tokens (expires_at);

-- Codes, refresh tokens, and requests that wait for a person.
CREATE TABLE oauth_artifacts (
  id_hash     bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  kind        text NOT NULL,
  grant_id    uuid REFERENCES oauth_grants ON DELETE CASCADE,
  payload     jsonb NOT NULL,
  consumed_at timestamptz,
  expires_at  timestamptz NOT NULL,
  PRIMARY KEY (id_hash, kind)
);
CREATE INDEX oauth_artifacts_grant ON oauth_artifacts (grant_id);
CREATE INDEX oauth_artifacts_expiry ON oauth_artifacts (expires_at);

-- Recognises API keys and access tokens by their SHA-256 and counts a request of each one's account. `ord` is the place
-- in `p_hashes`; what does not exist, is revoked or has expired has no row. For a token, `key_id` is the consent and
-- `key_name` the program. Accounts are taken in one order, so calls cannot deadlock.
CREATE OR REPLACE FUNCTION authenticate_keys(p_hashes bytea[], p_max integer, p_window_ms integer)
RETURNS TABLE (ord integer, key_id uuid, key_name text, scopes text[], account_id uuid, email text, plan text,
               account_created_at timestamptz, accepted boolean, remaining integer, reset_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_key     record;
  v_verdict rate_verdict;
BEGIN
  -- As before: no wait for the disk, and one plan for each connection, for tables that do not stay empty.
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true);
  FOR v_key IN
    SELECT found.*, a.email, a.plan, a.created_at
    FROM (
      SELECT asked.ord::integer, k.id, k.name, k.scopes, k.account_id,
             k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS is_to_be_marked
      FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
      JOIN api_keys k ON k.secret_hash = asked.hash AND k.revoked_at IS NULL
      UNION ALL
      SELECT asked.ord::integer, g.id, c.name, t.scopes, g.account_id, false
      FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
      JOIN oauth_access_tokens t ON t.token_hash = asked.hash AND t.expires_at > now()
      JOIN oauth_grants g ON g.id = t.grant_id AND g.expires_at > now()
      JOIN oauth_clients c ON c.id = g.client_id
    ) AS found
    JOIN accounts a ON a.id = found.account_id
    ORDER BY found.account_id, found.id, found.ord
  LOOP
    v_verdict := take_request('\x61'::bytea || uuid_send(v_key.account_id), p_max, p_window_ms);
    IF v_key.is_to_be_marked THEN
      UPDATE api_keys SET last_used_at = now()
      WHERE id = v_key.id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
    END IF;
    RETURN QUERY SELECT v_key.ord, v_key.id, v_key.name, v_key.scopes, v_key.account_id, v_key.email, v_key.plan,
      v_key.created_at, v_verdict.accepted, v_verdict.remaining, v_verdict.reset_seconds;
  END LOOP;
END $$;

-- Forgets what has expired, and clients that nobody uses: a week after they registered and were never allowed anything, or
-- three months after they were last used.
CREATE FUNCTION sweep_oauth() RETURNS void
LANGUAGE sql AS $$
  DELETE FROM oauth_access_tokens WHERE expires_at <= now();
  DELETE FROM oauth_artifacts WHERE expires_at <= now();
  DELETE FROM oauth_grants WHERE expires_at <= now();
  DELETE FROM oauth_clients
  WHERE CASE WHEN last_used_at IS NULL THEN created_at <= now() - interval '7 days'
             ELSE last_used_at <= now() - interval '90 days' END;
$$;
