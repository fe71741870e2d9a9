-- Letting people in; the routines are in routines/invitations.sql.

-- Invitations that were made together.
CREATE TABLE invitation_batches (
  id           uuid PRIMARY KEY,
  -- No foreign key: see entries.
  waitlist_id  uuid NOT NULL,
  -- A text of the holder's, in the email.
  message      text,
  -- Who was passed over, and why: [{entryId, reason}].
  skipped      jsonb NOT NULL,
  invited      integer NOT NULL,
  accepted     integer NOT NULL DEFAULT 0,
  expires_at   timestamptz NOT NULL,
  withdrawn_at timestamptz,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX invitation_batches_waitlist ON invitation_batches (waitlist_id, created_at DESC, id);

CREATE TABLE invitations (
  id          uuid PRIMARY KEY,
  batch_id    uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  seq         integer NOT NULL,
  -- SHA-256 of the code. The code itself is not kept.
  code_hash   bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  -- An ended one expired or was withdrawn: its person waits again.
  state       text NOT NULL DEFAULT 'invited' CHECK (state IN ('invited', 'accepted', 'ended'))
);
CREATE UNIQUE INDEX invitations_code ON invitations (code_hash);
-- Nobody is invited twice at once.
CREATE UNIQUE INDEX invitations_open ON invitations (waitlist_id, seq) WHERE state <> 'ended';
CREATE INDEX invitations_batch ON invitations (batch_id);
-- To erase a person.
CREATE INDEX invitations_entry ON invitations (waitlist_id, seq);
