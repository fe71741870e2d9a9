-- People whom an invitation passed over.

-- At most 500 people of a batch, by id. invitation_batches.skipped is unused since this migration.
CREATE TABLE skipped_entries (
  batch_id uuid NOT NULL REFERENCES invitation_batches ON DELETE CASCADE,
  -- Their order.
  nth      integer NOT NULL,
  entry_id uuid NOT NULL,
  reason   text NOT NULL,
  PRIMARY KEY (batch_id, nth)
);
-- To erase a person.
CREATE INDEX skipped_entries_entry ON skipped_entries (entry_id);

ALTER TABLE invitation_batches
  ALTER COLUMN skipped SET DEFAULT '[]',
  -- Everyone who was passed over: [{reason, count}].
  ADD COLUMN skipped_counts jsonb NOT NULL DEFAULT '[]',
  -- Only what was accepted is left of it (sweep_invitations).
  ADD COLUMN swept boolean NOT NULL DEFAULT false;

INSERT INTO skipped_entries (batch_id, nth, entry_id, reason)
SELECT b.id, each.nth, (each.one ->> 'entryId')::uuid, each.one ->> 'reason'
FROM invitation_batches b CROSS JOIN LATERAL jsonb_array_elements(b.skipped) WITH ORDINALITY AS each (one, nth)
WHERE each.nth <= 500;

UPDATE invitation_batches b
SET skipped = '[]', skipped_counts = (
  SELECT jsonb_agg(jsonb_build_object('reason', each.reason, 'count', each.people) ORDER BY each.people DESC, each.reason)
  FROM (SELECT one ->> 'reason' AS reason, count(*) AS people FROM jsonb_array_elements(b.skipped) AS one GROUP BY 1) each)
WHERE b.skipped <> '[]';

-- To find the batches whose time is over, and those among them that should have ended.
CREATE INDEX invitation_batches_over ON invitation_batches (expires_at) WHERE NOT swept;
CREATE INDEX invitation_batches_open ON invitation_batches (expires_at) WHERE invited > accepted + ended;

-- People who wait, and who were found to have stopped the email or to be undeliverable. Only the server can compare a mailbox
-- with those that stopped, so that the next invitation passes over these without comparing them again.
CREATE TABLE passed_over (
  waitlist_id uuid NOT NULL,
  seq         integer NOT NULL,
  reason      text NOT NULL CHECK (reason IN ('stopped', 'undeliverable')),
  found_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (waitlist_id, seq)
);
-- An address can be released, so these are looked at again after a while. A mailbox that stopped the email never starts it.
CREATE INDEX passed_over_age ON passed_over (found_at) WHERE reason = 'undeliverable';
