-- When, how many, and with which addresses people may join; the routines are in routines/door.sql.

ALTER TABLE waitlists
  ADD COLUMN opens_at timestamptz,
  ADD COLUMN closes_at timestamptz,
  -- Of people who joined and were not erased.
  ADD COLUMN capacity integer CONSTRAINT waitlists_capacity CHECK (capacity BETWEEN 1 AND 10000000),
  ADD COLUMN closed_message text,
  -- NULL: every address may join.
  ADD COLUMN email_rules jsonb,
  ADD CONSTRAINT waitlists_door CHECK (closes_at >= opens_at);

-- Who may join despite the door. confirmed: by a link, also while it is closed, unless it is full. owner: always, because the
-- account adds them. NULL: nobody.
ALTER TYPE new_signup ADD ATTRIBUTE admission text;
