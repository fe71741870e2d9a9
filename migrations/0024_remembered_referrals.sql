-- The referral of a friend who left stays, without anything of the person, so that leaving resets no rule against cheating.
-- Those of friends who left before this are gone. What they gave stays: counts and places are as people saw them.

-- A digest of the friend's mailbox, bound to the waitlist (referral_mailbox): each mailbox is credited once.
ALTER TABLE referrals ADD COLUMN mailbox bytea;
UPDATE referrals r
SET mailbox = substring(sha256(uuid_send(r.waitlist_id) || coalesce(e.mailbox_digest, e.email_digest)) FOR 16)
FROM entries e WHERE e.waitlist_id = r.waitlist_id AND e.seq = r.seq;
-- NULL: made by the previous release while it was replaced.
CREATE INDEX referrals_mailbox ON referrals (mailbox) WHERE mailbox IS NOT NULL;

-- Without a license nobody is moved up: a refund turns referrals off, and used to leave them on.
UPDATE waitlists SET referral_enabled = false WHERE referral_enabled AND licensed_at IS NULL;
