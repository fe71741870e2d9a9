-- Letting people in at a time, and by a plan (beyond 16).

ALTER TABLE waitlists
  -- As the API shows it (core/waitlists/invitation-plan.ts). Its nextRunAt names the run that is next, and makes it run once.
  ADD COLUMN invitation_plan jsonb;
CREATE INDEX outbox_invitation_plan ON outbox (waitlist_id) WHERE kind = 'invitation_plan';

ALTER TABLE invitation_batches
  -- When its people are taken; NULL: when it was made.
  ADD COLUMN send_at timestamptz,
  -- Until then, whom it takes: {count, audience} or {entryIds}, and {expiresInDays}.
  ADD COLUMN scheduled jsonb,
  -- Whether a plan made it.
  ADD COLUMN planned boolean NOT NULL DEFAULT false,
  ADD COLUMN reminded boolean NOT NULL DEFAULT false;
-- To count those of a waitlist, and to erase a person who was picked.
CREATE INDEX invitation_batches_scheduled ON invitation_batches (waitlist_id) WHERE scheduled IS NOT NULL;
