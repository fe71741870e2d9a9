-- Telling the account's own systems what happens on a waitlist; the routines are in routines/webhooks.sql.

CREATE TABLE webhooks (
  id               uuid PRIMARY KEY,
  -- Deleted with the waitlist at once: no secret is left.
  waitlist_id      uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  url              text NOT NULL,
  events           text[] NOT NULL,
  state            text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  -- Sealed. After a rotation, the old one signs too for a while.
  secret           bytea NOT NULL,
  old_secret       bytea,
  old_secret_until timestamptz,
  -- The first failure since the last success.
  failing_since    timestamptz,
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhooks_waitlist ON webhooks (waitlist_id);

-- The log, and the queue. It holds no personal data: bodies are made when they are sent, so those of an erased person are
-- gone at once. No foreign keys: a million rows are removed in batches.
CREATE TABLE webhook_deliveries (
  -- Also the `webhook-id`, however often it is sent.
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id      uuid NOT NULL,
  waitlist_id     uuid NOT NULL,
  type            text NOT NULL,
  -- Whom it is about. NULL for a test, and once they are erased.
  seq             integer,
  -- Only of someone who was erased: nothing else is left of them.
  entry_id        uuid,
  -- What has changed since, as it was then.
  position        integer,
  referral_count  integer,
  status          text,
  state           text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  -- NULL: no answer.
  response_status integer,
  -- NULL unless it is pending.
  next_attempt_at timestamptz DEFAULT clock_timestamp(),
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);
-- To erase a person, and to purge a waitlist.
CREATE INDEX webhook_deliveries_entry ON webhook_deliveries (waitlist_id, seq);

-- A webhook has at most one job, which sends all that is due.
CREATE UNIQUE INDEX outbox_webhook ON outbox ((payload ->> 'webhookId')) WHERE kind = 'webhook';
