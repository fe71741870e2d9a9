-- Addresses that people confirm before they join; the routines are in routines/confirmations.sql.

ALTER TABLE waitlists ADD COLUMN confirmation text NOT NULL DEFAULT 'none'
  CONSTRAINT waitlists_confirmation CHECK (confirmation IN ('none', 'required'));

-- Signups whose address is not confirmed yet: on no list, and counted nowhere. Each attempt has its own, so that nobody
-- changes what another typed.
CREATE TABLE pending_signups (
  -- Becomes the entry's id.
  id             uuid PRIMARY KEY,
  -- No foreign key: see entries.
  waitlist_id    uuid NOT NULL,
  email_digest   bytea NOT NULL,
  mailbox_digest bytea,
  email          text NOT NULL,
  name           text,
  referrer_code  text,
  -- As in referrals.
  network        bytea,
  is_disposable  boolean NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- To erase a person, and a waitlist.
CREATE INDEX pending_signups_email ON pending_signups (waitlist_id, email_digest);
CREATE INDEX pending_signups_age ON pending_signups (created_at);
