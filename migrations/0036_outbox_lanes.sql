-- Where a job waits that left the lane of its kind. NULL: there.
ALTER TABLE outbox ADD COLUMN lane text;
CREATE INDEX outbox_lane ON outbox ((coalesce(lane, kind)), turn, available_at) WHERE parked_at IS NULL;
DROP INDEX outbox_due;
