-- Work that must follow a commit: written in the same transaction, done by the worker at least once. A job is done twice if
-- its worker dies, or cannot reach this table, between doing it and deleting its row.
CREATE TABLE outbox (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Each kind is a lane of its own (claim_jobs).
  kind         text NOT NULL,
  -- Accounts take turns in a lane. All zeros where jobs are simply done in order.
  turn         uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  waitlist_id  uuid NOT NULL,
  payload      jsonb NOT NULL DEFAULT '{}',
  -- Grows with each claim, and so names the claim: a worker finishes only the claim it made.
  attempts     integer NOT NULL DEFAULT 0,
  -- When the row may be claimed. A claim moves it to the end of the lease.
  available_at timestamptz NOT NULL DEFAULT now(),
  parked_at    timestamptz,
  -- Why it waits; NULL while it is new or a worker is doing it.
  last_error   text,
  created_at   timestamptz NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
CREATE INDEX outbox_due ON outbox (kind, turn, available_at) WHERE parked_at IS NULL;
CREATE INDEX outbox_parked ON outbox (parked_at) WHERE parked_at IS NOT NULL;
CREATE INDEX outbox_waitlist ON outbox (waitlist_id);
-- A waitlist has at most one delivery job, so that no two workers deliver the same waitlist.
CREATE UNIQUE INDEX outbox_delivery ON outbox (waitlist_id) WHERE kind = 'deliver_signups';
-- One email about a new place waits for each person.
CREATE UNIQUE INDEX outbox_moved_up ON outbox (waitlist_id, (payload ->> 'entryId')) WHERE kind = 'moved_up';
-- To erase a person who asked for the link to their place.
CREATE INDEX outbox_status_link ON outbox (waitlist_id, (payload ->> 'digest')) WHERE kind = 'status_link';
