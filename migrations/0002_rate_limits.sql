-- The times of each subject's last accepted requests. Unlogged: the rows matter for a minute, and writing them must not
-- wait for the disk. `hits` is a ring (milliseconds since 1970); `next` is the index of the oldest once it is full.
CREATE UNLOGGED TABLE rate_windows (
  subject bytea PRIMARY KEY,
  hits    bigint[] NOT NULL DEFAULT '{}',
  next    integer NOT NULL DEFAULT 1
) WITH (fillfactor = 50);

CREATE TYPE rate_verdict AS (accepted boolean, remaining integer, reset_seconds integer);
