-- How many people of each kind stand in each block of a list, in both of its orders. So a page of any list is found without
-- reading what comes before it, and nothing is counted when it is read (docs/engine.md).
CREATE TABLE people_counts (
  waitlist_id uuid NOT NULL,
  -- joined: blocks of seqs. position: the blocks of place_blocks.
  sort        text COLLATE "C" NOT NULL,
  -- 0: blocks of 128. 1: 128 of those each.
  level       smallint NOT NULL,
  block       integer NOT NULL,
  -- erased, invited, or accepted; away_waiting, away_invited, or away_accepted where their data is in a database that is not
  -- attached now. All others wait: nobody counts them.
  kind        text COLLATE "C" NOT NULL,
  people      integer NOT NULL,
  PRIMARY KEY (waitlist_id, sort, level, block, kind)
) WITH (fillfactor = 50);

-- Whoever changes one of these while they are counted would not be counted.
LOCK TABLE erased_entries, invitations, delivered_ranges, waitlists, places IN SHARE MODE;

INSERT INTO people_counts (waitlist_id, sort, level, block, kind, people)
WITH away AS MATERIALIZED (
  SELECT r.waitlist_id, r.first_seq, r.last_seq FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
  WHERE w.database_id IS DISTINCT FROM r.attachment_id
), gone AS MATERIALIZED (
  SELECT x.waitlist_id, x.seq, 'erased' AS kind FROM erased_entries x
  UNION ALL
  SELECT i.waitlist_id, i.seq, CASE WHEN EXISTS (
           SELECT FROM away a WHERE a.waitlist_id = i.waitlist_id AND i.seq BETWEEN a.first_seq AND a.last_seq)
         THEN 'away_' ELSE '' END || i.state
  FROM invitations i WHERE i.state <> 'ended'
), people AS (
  SELECT waitlist_id, seq, kind FROM gone
  UNION ALL
  SELECT a.waitlist_id, s, 'away_waiting' FROM away a CROSS JOIN LATERAL generate_series(a.first_seq, a.last_seq) AS s
  WHERE NOT EXISTS (SELECT FROM gone g WHERE g.waitlist_id = a.waitlist_id AND g.seq = s)
), blocks AS MATERIALIZED (
  SELECT k.waitlist_id, b.sort, b.block, k.kind, count(*) AS people
  FROM people k LEFT JOIN places p ON p.waitlist_id = k.waitlist_id AND p.seq = k.seq
  CROSS JOIN LATERAL (VALUES ('joined', (k.seq - 1) / 128), ('position', coalesce(p.block, (k.seq - 1) / 128)))
    AS b (sort, block)
  GROUP BY 1, 2, 3, 4
)
SELECT waitlist_id, sort, 0, block, kind, people FROM blocks
UNION ALL
SELECT waitlist_id, sort, 1, block / 128, kind, sum(people) FROM blocks GROUP BY 1, 2, 4, 5;

-- Now a view of these counts. Only routines used it.
DROP TABLE gone_counts;

-- The people with the most referrals, in that order.
CREATE INDEX places_referrals ON places (waitlist_id, referral_count DESC, seq) WHERE referral_count > 0;
-- They are no longer cached.
DROP TABLE top_referrers;
DROP FUNCTION IF EXISTS count_gone(uuid, integer, integer);
