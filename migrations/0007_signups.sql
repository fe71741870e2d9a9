-- The signup engine (docs/engine.md); its routines are in routines/signups.sql.

-- The ledger, in join order. It holds no personal data but keyed digests of the email.
CREATE TABLE entries (
  -- No foreign key: deleting a waitlist of a million entries answers at once, and they are purged in batches.
  waitlist_id   uuid NOT NULL,
  -- 1..n without gaps.
  seq           integer NOT NULL,
  id            uuid NOT NULL,
  email_digest  bytea NOT NULL,
  -- Of the mailbox, where that is not the address itself.
  mailbox_digest bytea,
  -- "C": comparing bytes costs a third of comparing by locale.
  referral_code text COLLATE "C" NOT NULL,
  referred_by   text COLLATE "C",
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (waitlist_id, seq)
);
CREATE UNIQUE INDEX entries_id ON entries (id);
CREATE UNIQUE INDEX entries_email ON entries (waitlist_id, email_digest);
CREATE UNIQUE INDEX entries_referral_code ON entries (waitlist_id, referral_code);
-- To erase a person: most entries were not referred.
CREATE INDEX entries_referred_by ON entries (waitlist_id, referred_by) WHERE referred_by IS NOT NULL;

-- The personal data of entries; erased without touching the order.
CREATE TABLE contacts (
  waitlist_id uuid NOT NULL,
  seq         integer NOT NULL,
  email       text NOT NULL,
  name        text,
  -- The confirmation email was sent. A contact delivered to an attached database is erased here only after that.
  mailed      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (waitlist_id, seq)
);

-- What became of each referral. The order of the waitlist shows only credited ones.
CREATE TABLE referrals (
  waitlist_id  uuid NOT NULL,
  -- The friend who joined.
  seq          integer NOT NULL,
  referrer_seq integer NOT NULL,
  -- A held one waits for the owner of the waitlist.
  state        text NOT NULL CHECK (state IN ('held', 'credited', 'revoked')),
  -- Why it was held.
  reasons      text[] NOT NULL,
  -- How many positions the credit really moved the referrer up.
  gained       integer NOT NULL DEFAULT 0,
  -- Keyed digest of the network the friend came from. Cleared after a day.
  network      bytea,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (waitlist_id, seq)
);
CREATE INDEX referrals_state ON referrals (waitlist_id, state, seq);
CREATE INDEX referrals_referrer ON referrals (waitlist_id, referrer_seq);
CREATE INDEX referrals_network ON referrals (waitlist_id, referrer_seq, network) WHERE network IS NOT NULL;
CREATE INDEX referrals_network_age ON referrals (created_at) WHERE network IS NOT NULL;

-- Only entries that have referred somebody, or stand outside the block their seq starts in.
CREATE TABLE places (
  waitlist_id    uuid NOT NULL,
  seq            integer NOT NULL,
  block          integer NOT NULL,
  referral_count integer NOT NULL,
  -- The place of which the person was told last, after friends moved them up, and when.
  told_position  integer,
  told_at        timestamptz,
  PRIMARY KEY (waitlist_id, seq)
) WITH (fillfactor = 80);

-- Who stands at positions 128b+1 .. 128b+128, for each block b in which somebody has moved. Only the key is indexed and
-- pages keep free space, so rewriting a block is a heap-only update.
CREATE TABLE place_blocks (
  waitlist_id uuid NOT NULL,
  block       integer NOT NULL,
  seqs        integer[] NOT NULL CHECK (cardinality(seqs) = 128),
  PRIMARY KEY (waitlist_id, block)
) WITH (fillfactor = 50);
-- Compressing 512 bytes would cost more than it saves.
ALTER TABLE place_blocks ALTER COLUMN seqs SET STORAGE PLAIN;

-- Entries erased on a person's request. They keep their seq and position, so that the order stays whole; everything that
-- could identify the person is gone.
CREATE TABLE erased_entries (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  seq         integer NOT NULL,
  PRIMARY KEY (waitlist_id, seq)
);

-- A cache of the top referrers of long waitlists. An index in that order would be written by every referral, and finding
-- them takes a third of a second for a million entries.
CREATE UNLOGGED TABLE top_referrers (
  waitlist_id uuid PRIMARY KEY REFERENCES waitlists ON DELETE CASCADE,
  seqs        integer[] NOT NULL,
  valid_until timestamptz NOT NULL
);
