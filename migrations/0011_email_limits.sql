-- Which addresses get no email, and how many emails are sent. Recipients are keyed digests: no address is kept.

-- Addresses that bounced permanently or complained.
CREATE TABLE email_suppressions (
  email_digest   bytea PRIMARY KEY CHECK (octet_length(email_digest) = 32),
  reason         text NOT NULL CHECK (reason IN ('bounce', 'complaint')),
  -- The waitlist whose email it was last, to find one that is fed bad addresses. It may be deleted by now.
  waitlist_id    uuid NOT NULL,
  first_event_at timestamptz NOT NULL,
  last_event_at  timestamptz NOT NULL,
  -- Set by an operator. Only a later event suppresses the address again.
  released_at    timestamptz
);

-- Mailboxes that stopped a waitlist's email: keyed digests of both together. They outlive the entry, so that leaving and
-- joining again starts nothing.
CREATE TABLE email_stops (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  digest      bytea NOT NULL CHECK (octet_length(digest) = 32),
  stopped_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (waitlist_id, digest)
);

-- The emails granted to a mailbox, across all waitlists: one row each, kept for a day.
CREATE TABLE email_grants (
  recipient  bytea NOT NULL CHECK (octet_length(recipient) = 32),
  entry_id   uuid NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (recipient, entry_id)
);
CREATE INDEX email_grants_age ON email_grants (granted_at);

-- How many emails an account was granted on a day (UTC).
CREATE TABLE email_days (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day        date NOT NULL,
  granted    integer NOT NULL,
  PRIMARY KEY (account_id, day)
) WITH (fillfactor = 50);

-- The mailboxes that were lately mailed the link to their place on a waitlist, and the job that did it.
CREATE TABLE status_links (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  mailbox     bytea NOT NULL CHECK (octet_length(mailbox) = 32),
  job_id      bigint NOT NULL,
  claimed_at  timestamptz NOT NULL,
  PRIMARY KEY (waitlist_id, mailbox)
);
CREATE INDEX status_links_age ON status_links (claimed_at);

-- The emails that people on a waitlist were sent, for its owner. They go with the entry.
CREATE TABLE sent_emails (
  waitlist_id uuid NOT NULL,
  seq         integer NOT NULL,
  sent_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind        text NOT NULL,
  PRIMARY KEY (waitlist_id, seq, sent_at)
);
