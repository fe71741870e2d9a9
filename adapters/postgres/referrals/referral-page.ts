/** `detaches`: some people's data is in a database that is no longer attached. */
const LIST = `
  list AS MATERIALIZED (
    SELECT w.id, w.database_id, (
      SELECT json_build_object('waitlistId', w.id, 'accountId', w.account_id, 'attachmentId', a.id, 'dbType', a.db_type,
                               'tableName', a.table_name, 'connection', encode(a.connection, 'base64'))
      FROM database_attachments a WHERE a.id = w.database_id) AS storage,
      EXISTS (SELECT FROM delivered_ranges d
              WHERE d.waitlist_id = w.id AND d.attachment_id IS DISTINCT FROM w.database_id) AS detaches
    FROM waitlists w WHERE w.account_id = $1 AND w.id = $2
  )`;

/** OFFSET keeps it a lookup: as a join it would read every erased entry for each referral. */
const isErased = (seq: string): string =>
  `EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = list.id AND x.seq = ${seq} OFFSET 0)`;

const IS_AWAY = `list.detaches AND EXISTS (
  SELECT FROM delivered_ranges d
  WHERE d.waitlist_id = list.id AND d.attachment_id IS DISTINCT FROM list.database_id
    AND (r.seq BETWEEN d.first_seq AND d.last_seq OR r.referrer_seq BETWEEN d.first_seq AND d.last_seq) OFFSET 0)`;

/** Friends who left are listed, but not the referrers who did, and nobody whose data is in a detached database. */
const IS_LISTED = `NOT ${isErased('r.referrer_seq')} AND NOT (${IS_AWAY})`;

/** All less those that are not listed: the few of referrers who left are found from these. */
const totalOf = (ofState: string): string => `
  (SELECT count(*)::integer FROM referrals r WHERE r.waitlist_id = list.id ${ofState})
  - (SELECT count(*)::integer FROM erased_entries x
     JOIN referrals r ON r.waitlist_id = x.waitlist_id AND r.referrer_seq = x.seq
     WHERE x.waitlist_id = list.id ${ofState})
  - CASE WHEN list.detaches THEN (
      SELECT count(*)::integer FROM referrals r
      WHERE r.waitlist_id = list.id ${ofState} AND ${IS_AWAY} AND NOT ${isErased('r.referrer_seq')}) ELSE 0 END`;

/** The rows of `page` as the API shows them, in order, on one row at least. */
const SHOWN = `
  list.storage, friend.id AS "entryId", friend.email, ${isErased('page.seq')} AS "hasLeft", referrer.id AS "referrerId",
  referrer.email AS "referrerEmail", page.state, page.reasons, page.created_at AS "createdAt"
  FROM list
  LEFT JOIN page ON true
  LEFT JOIN LATERAL (
    SELECT q.id, q.email FROM queue q WHERE q.waitlist_id = page.waitlist_id AND q.seq = page.seq LIMIT 1
  ) friend ON true
  LEFT JOIN LATERAL (
    SELECT q.id, q.email FROM queue q WHERE q.waitlist_id = page.waitlist_id AND q.seq = page.referrer_seq LIMIT 1
  ) referrer ON true
  ORDER BY page.seq DESC`;

const pageOf = (ofState: string): string => `
  WITH ${LIST}, page AS MATERIALIZED (
    SELECT r.* FROM list JOIN referrals r ON r.waitlist_id = list.id
    WHERE ${IS_LISTED} ${ofState} ORDER BY r.seq DESC LIMIT $3 OFFSET $4
  ), counted AS MATERIALIZED (SELECT ${totalOf(ofState)} AS total FROM list)
  SELECT (SELECT total FROM counted) AS total,
         ${SHOWN}`;

/** Two statements, because a plan for any state could not read those of one state from their index. */
export const PAGE = { name: 'referrals-page', text: pageOf('') };
export const PAGE_OF_STATE = { name: 'referrals-page-of-state', text: pageOf('AND r.state = $5') };

export const FIND = {
  name: 'find-referral',
  text: `
  WITH ${LIST}, page AS MATERIALIZED (
    SELECT r.* FROM list JOIN entries e ON e.id = $3 AND e.waitlist_id = list.id
    JOIN referrals r ON r.waitlist_id = e.waitlist_id AND r.seq = e.seq WHERE ${IS_LISTED}
  )
  SELECT 1 AS total, ${SHOWN}`,
};
