-- Emails that an owner writes to people of a list (beyond 13).
CREATE TABLE announcements (
  id          uuid PRIMARY KEY,
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  subject     text NOT NULL,
  body        text NOT NULL,
  -- As it was sent (core/entries/audience.ts).
  audience    jsonb NOT NULL,
  state       text NOT NULL CHECK (state IN ('draft', 'scheduled', 'sending', 'sent', 'canceled')),
  send_at     timestamptz,
  -- Grows with each start, and with each change of it: a job of an earlier one does nothing.
  round       integer NOT NULL DEFAULT 0,
  started_at  timestamptz,
  -- NULL until it is fixed who gets it.
  recipients  integer,
  sent        integer NOT NULL DEFAULT 0,
  -- How many were skipped, by reason.
  skipped     jsonb NOT NULL DEFAULT '{}',
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- When the last email was sent, or when the rest was canceled.
  ended_at    timestamptz
);
CREATE INDEX announcements_list ON announcements (waitlist_id, created_at, id);

-- Whom it was not sent to yet, by number in the order of joining: who is sent together.
CREATE TABLE announcement_batches (
  announcement_id uuid NOT NULL REFERENCES announcements ON DELETE CASCADE,
  nth             integer NOT NULL,
  seqs            integer[] NOT NULL,
  -- They were put off: their mailboxes have had enough for a day.
  due_at          timestamptz,
  -- Before its emails are handed over. A crash leaves it, and then nobody knows who got one.
  in_flight       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (announcement_id, nth)
);

-- Of `granted`: the emails of announcements.
ALTER TABLE email_days ADD COLUMN announced integer NOT NULL DEFAULT 0;
