-- How many people wait ahead of someone: everyone in front but those who are gone. They are counted by block, so the cost is
-- the same for every place (docs/engine.md).
CREATE TABLE gone_counts (
  waitlist_id uuid NOT NULL,
  -- 0: the blocks of place_blocks. 1: 128 of those each.
  level       smallint NOT NULL,
  block       integer NOT NULL,
  gone        integer NOT NULL,
  PRIMARY KEY (waitlist_id, level, block)
) WITH (fillfactor = 50);

WITH erased AS (
  SELECT x.waitlist_id, coalesce(p.block, (x.seq - 1) / 128) AS block
  FROM erased_entries x LEFT JOIN places p ON p.waitlist_id = x.waitlist_id AND p.seq = x.seq
)
INSERT INTO gone_counts (waitlist_id, level, block, gone)
SELECT e.waitlist_id, level, CASE level WHEN 0 THEN e.block ELSE e.block / 128 END, count(*)
FROM erased e CROSS JOIN generate_series(0, 1) AS level GROUP BY 1, 2, 3;
