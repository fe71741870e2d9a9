-- Bounces are forgotten after a year.
CREATE INDEX email_suppressions_bounces ON email_suppressions (last_event_at) WHERE reason = 'bounce';
