-- Signups kept in a database of the account's own. The ledger stays here; the contacts go there.
--
-- A waitlist has at most one attached database (`waitlists.database_id`). Signups made while it is attached are delivered
-- in order of `seq`, starting at the attachment's `next_seq`. `delivered_ranges` records which entries arrived where; an
-- entry in no range has its contact here. So attaching and detaching move no rows, however long the waitlist is.

CREATE TABLE database_attachments (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Deleted with the waitlist at once: nothing that opens the account's database is left.
  waitlist_id     uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  db_type         text NOT NULL CHECK (db_type IN ('postgres', 'mysql')),
  table_name      text NOT NULL,
  -- A hash of server, database and table: one that is attached again continues where it was.
  identity_digest bytea NOT NULL,
  -- Sealed; NULL while detached.
  connection      bytea,
  -- Grows whenever the connection is replaced.
  version         integer NOT NULL DEFAULT 1,
  attached_at     timestamptz NOT NULL,
  -- The first entry that has not arrived.
  next_seq        integer NOT NULL,
  -- Reads that could not reach it, in a row, and when the next may try.
  failures        integer NOT NULL DEFAULT 0,
  retry_at        timestamptz,
  UNIQUE (waitlist_id, identity_digest)
);
ALTER TABLE waitlists ADD COLUMN database_id uuid REFERENCES database_attachments;

CREATE TABLE delivered_ranges (
  waitlist_id   uuid NOT NULL,
  first_seq     integer NOT NULL,
  last_seq      integer NOT NULL CHECK (last_seq >= first_seq),
  attachment_id uuid NOT NULL REFERENCES database_attachments ON DELETE CASCADE,
  PRIMARY KEY (waitlist_id, first_seq)
);
CREATE INDEX delivered_ranges_attachment ON delivered_ranges (attachment_id);

-- Blocks whose order has changed since their positions were sent. `mark` grows with each change, so that a change made
-- while the block is being sent is not forgotten.
CREATE TABLE moved_blocks (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  block       integer NOT NULL,
  mark        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (waitlist_id, block)
);

-- Entries still to be erased in an account's database. A detached database gets them when it is attached again.
CREATE TABLE pending_erasures (
  attachment_id uuid NOT NULL REFERENCES database_attachments ON DELETE CASCADE,
  entry_id      uuid NOT NULL,
  referral_code text NOT NULL,
  PRIMARY KEY (attachment_id, entry_id)
);

-- Interactive calls in progress that wait for a machine of a customer. A call that crashed is forgotten when its lease ends.
CREATE UNLOGGED TABLE outside_calls (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  ends_at    timestamptz NOT NULL
);
CREATE INDEX outside_calls_account ON outside_calls (account_id);
