-- Where the invited go.
ALTER TABLE waitlists ADD COLUMN invite_url text;

ALTER TABLE invitation_batches
  -- As it was when the batch was made.
  ADD COLUMN invite_url text NOT NULL,
  -- Invitations that expired or were withdrawn.
  ADD COLUMN ended integer NOT NULL DEFAULT 0;

-- Whether the email was sent, or never will be.
ALTER TABLE invitations ADD COLUMN mailed boolean NOT NULL DEFAULT false;
-- To tell whether a batch is still being sent.
CREATE INDEX invitations_unmailed ON invitations (batch_id) WHERE state = 'invited' AND NOT mailed;
-- To list people by status.
CREATE INDEX invitations_state ON invitations (waitlist_id, state, seq);
