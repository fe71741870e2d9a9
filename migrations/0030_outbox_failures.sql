-- How often a job failed. Waiting is no failure: for a limit, a throttled mail service, or a database that is away.
ALTER TABLE outbox ADD COLUMN failures integer NOT NULL DEFAULT 0;
