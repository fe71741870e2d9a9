-- People sign in with something only their mailbox shows: a code for the browser that asked, or a link for any browser.

-- Kept for a day, to count how many messages a mailbox was sent; usable for ten minutes.
CREATE TABLE sign_in_attempts (
  id             uuid PRIMARY KEY,
  email          text NOT NULL,
  -- Keyed. All spellings of one mailbox have the same: `a+1@` is `a@`.
  mailbox_digest bytea NOT NULL CHECK (octet_length(mailbox_digest) = 32),
  -- Keyed and bound to the id: six digits are guessed at once from a plain hash.
  code_digest    bytea NOT NULL CHECK (octet_length(code_digest) = 32),
  link_hash      bytea NOT NULL UNIQUE CHECK (octet_length(link_hash) = 32),
  -- Of the cookie of the browser that asked: the code is useless in any other.
  browser_hash   bytea NOT NULL CHECK (octet_length(browser_hash) = 32),
  -- The path on our own site to continue at.
  return_to      text NOT NULL,
  failures       integer NOT NULL DEFAULT 0,
  used_at        timestamptz,
  created_at     timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_mailbox ON sign_in_attempts (mailbox_digest, created_at);
CREATE INDEX sign_in_attempts_age ON sign_in_attempts (created_at);

CREATE TABLE sessions (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id  uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- SHA-256 of the cookie's value.
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
