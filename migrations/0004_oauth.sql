-- Agents that act for a person (OAuth 2.1). Only the SHA-256 of each secret is kept.

-- Programs that registered themselves. A client's secret is in `metadata` as its SHA-256.
CREATE TABLE oauth_clients (
  id           text PRIMARY KEY,
  name         text NOT NULL,
  metadata     jsonb NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- When a person last consented, or a token was last refreshed.
  last_used_at timestamptz
);

-- A person's consent, one row for each time they gave it. Deleting it revokes everything issued under it at once.
CREATE TABLE oauth_grants (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id    text NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  scopes       text[] NOT NULL,
  -- Scopes that the person once deselected, and did not allow since.
  declined     text[] NOT NULL DEFAULT '{}',
  payload      jsonb NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  last_used_at timestamptz
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
