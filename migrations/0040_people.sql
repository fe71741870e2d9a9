-- People, one by one and by the thousand.

-- When an invitation was redeemed. NULL: not yet, or before this column.
ALTER TABLE invitations ADD COLUMN accepted_at timestamptz;

-- Whether the person gets no confirmation email, because the owner added them. NULL: they get one.
ALTER TYPE new_signup ADD ATTRIBUTE is_silent boolean;
ALTER TABLE pending_signups ADD COLUMN is_silent boolean;
