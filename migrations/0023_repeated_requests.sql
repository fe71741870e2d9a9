-- What a request did before its process ended, so that the same request finds it when it runs again.

-- The request that set the current secret of a webhook.
ALTER TABLE webhooks ADD COLUMN rotation_id uuid;
-- The request that redeemed an invitation.
ALTER TABLE invitations ADD COLUMN redemption_id uuid;
