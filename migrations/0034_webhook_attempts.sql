-- The secret of a webhook that is replaced while the one before it still signs (`webhooks.old_secret`) moves that one here.
CREATE TABLE webhook_secrets (
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  -- Sealed.
  secret     bytea NOT NULL,
  until      timestamptz NOT NULL
);
CREATE INDEX webhook_secrets_webhook ON webhook_secrets (webhook_id, until);
CREATE INDEX webhook_secrets_until ON webhook_secrets (until);

ALTER TABLE webhooks
  -- The last failure since the last success: after a long pause, `failing_since` starts again.
  ADD COLUMN last_failed_at timestamptz;

ALTER TABLE webhook_deliveries
  -- Grows with each replay: the result of an attempt from before it does not count.
  ADD COLUMN replays integer NOT NULL DEFAULT 0,
  -- Why the last attempt failed.
  ADD COLUMN error text,
  -- The start of the last answer.
  ADD COLUMN response_body text;
