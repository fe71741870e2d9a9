-- A signup as the server sends it, in JSON: NewSignup in core/signups/signup-store.ts, in snake_case. Read by
-- routines/signups.sql and routines/confirmations.sql.
CREATE TYPE new_signup AS (
  entry_id       uuid,
  email_digest   bytea,
  mailbox_digest bytea,
  email          text,
  name           text,
  referral_code  text,
  referrer_code  text,
  network        bytea,
  is_disposable  boolean
);
