-- Accounts, and the API keys that call for them.

CREATE TABLE accounts (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email       text NOT NULL,
  plan        text NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'pro')),
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- The size of its images (asset_uploads).
  image_bytes bigint NOT NULL DEFAULT 0,
  -- The keyed digest of `email` while replies to emails of the account go there, by which a bounce of it is found.
  reply_to_digest bytea
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));

CREATE TABLE api_keys (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name         text NOT NULL,
  -- Shown so that people can tell keys apart. The key itself is never stored.
  prefix       text NOT NULL,
  secret_hash  bytea NOT NULL UNIQUE,
  scopes       text[] NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);
CREATE INDEX api_keys_account ON api_keys (account_id);
