-- What accounts buy, each with one payment: the license of a waitlist, or the pro plan (ADR 19).
CREATE TABLE checkouts (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id   uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  product      text NOT NULL CHECK (product IN ('license', 'pro')),
  -- No foreign key: a receipt outlives the waitlist.
  waitlist_id  uuid CHECK ((waitlist_id IS NOT NULL) = (product = 'license')),
  -- Real money, or Stripe's test mode.
  live         boolean NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency     text NOT NULL,
  -- Stripe's ids of the checkout page, and of the payment.
  session_id   text UNIQUE,
  payment_id   text,
  receipt_url  text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  -- No longer offered. An open page can still be paid, and then grants what it is for.
  closed_at    timestamptz,
  paid_at      timestamptz,
  refunded_at  timestamptz,
  -- This payment is why the account has the product, so a refund takes it back.
  granted      boolean NOT NULL DEFAULT false
);
CREATE INDEX checkouts_account ON checkouts (account_id, created_at DESC);
-- One open checkout per product, so that pressing twice does not pay twice.
CREATE UNIQUE INDEX checkouts_open ON checkouts (account_id, product, waitlist_id) NULLS NOT DISTINCT
  WHERE closed_at IS NULL AND paid_at IS NULL AND refunded_at IS NULL;

-- Stripe events that were applied: each counts once, however often it is sent.
CREATE TABLE stripe_events (
  id          text PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stripe_events_age ON stripe_events (received_at);
