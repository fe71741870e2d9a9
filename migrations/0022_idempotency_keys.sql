-- Requests with an Idempotency-Key, for 24 hours.
CREATE TABLE idempotency_keys (
  account_id    uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  operation     text NOT NULL,
  -- SHA-256. The key itself opens the answer, so it is not kept.
  key_hash      bytea NOT NULL,
  -- SHA-256 of the path and the body.
  request_hash  bytea NOT NULL,
  -- Becomes the id of what the request creates, so that running it again finds that.
  creation_id   uuid NOT NULL DEFAULT gen_random_uuid(),
  -- While there is no answer: when a process that ended without one no longer counts as running.
  running_until timestamptz NOT NULL,
  -- Sealed.
  answer        bytea,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, operation, key_hash)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
