import type pg from 'pg';
import {
  type EntryOrder,
  type EntryPage,
  type EntryStore,
  type ListedEntry,
  SEARCHED_ENTRIES,
  type StatusQuery,
  type Storage,
} from '../../core/entries/entry-store.ts';

export type Row = {
  readonly total: number;
  /** Whether entries of the waitlist were erased, or are in a database that is no longer attached. */
  readonly hides: boolean;
  readonly storage: (Omit<Storage, 'connection'> & { readonly connection: string }) | null;
} & (ListedEntry | { readonly id: null });

const LIST = `
  list AS MATERIALIZED (
    SELECT w.id, w.database_id, coalesce(
      (SELECT e.seq FROM entries e WHERE e.waitlist_id = w.id ORDER BY e.seq DESC LIMIT 1), 0) AS last,
      EXISTS (SELECT FROM delivered_ranges r
              WHERE r.waitlist_id = w.id AND r.attachment_id IS DISTINCT FROM w.database_id)
      OR EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = w.id) AS hides
    FROM waitlists w WHERE w.account_id = $1 AND w.id = $2
  )`;

/** What a query of the attached database needs, on the first row of a page only. */
const storage = (isFirst: string): string => `
  CASE WHEN list.database_id IS NOT NULL AND ${isFirst} THEN (
    SELECT json_build_object('waitlistId', list.id, 'accountId', $1::uuid, 'attachmentId', a.id, 'dbType', a.db_type, 'tableName', a.table_name,
                             'connection', encode(a.connection, 'base64'))
    FROM database_attachments a WHERE a.id = list.database_id) END AS storage`;

const ENTRY = `q.id, q.email, q.name, q.position, q.referral_code AS "referralCode",
  q.referral_count AS "referralCount", q.referred_by AS "referredBy", q.status, q.created_at AS "createdAt"`;

/**
 * `seq` has no gaps, so an offset is arithmetic: the entry `offset` places after the newest has seq `last - offset`. An
 * empty page is one row with the total.
 */
const PAGE = `
  WITH ${LIST}
  SELECT list.last AS total, list.hides, ${storage('q.seq = list.last - $3::bigint')}, ${ENTRY}
  FROM list
  LEFT JOIN LATERAL (
    SELECT * FROM queue
    WHERE NOT list.hides AND queue.waitlist_id = list.id
      AND queue.seq <= list.last - $3::bigint AND queue.seq > list.last - $3::bigint - $4::bigint
    ORDER BY queue.seq DESC LIMIT $4::bigint
  ) q ON true
  ORDER BY q.seq DESC`;

/**
 * The same for a waitlist with hidden entries, which are few ranges. `segments` are the entries between them, each with
 * the number of listed entries that are newer, so that a page reads only its own rows.
 */
const SEGMENTED_PAGE = `
  WITH ${LIST}, hidden AS MATERIALIZED (
    SELECT h.first_seq, h.last_seq, h.skipped FROM list JOIN hidden_ranges h ON h.waitlist_id = list.id
  ), edges AS (
    SELECT list.last AS top, 0 AS skipped, list.last + 1 AS below FROM list
    UNION ALL SELECT first_seq - 1, skipped, last_seq FROM hidden
  ), segments AS MATERIALIZED (
    SELECT top, coalesce(lead(below) OVER (ORDER BY top DESC), 0) AS bottom,
           (SELECT list.last FROM list) - top - skipped AS newer FROM edges
  )
  SELECT list.last - coalesce((SELECT max(skipped) FROM hidden), 0) AS total, list.hides,
         ${storage('q.seq = max(q.seq) OVER ()')}, ${ENTRY}
  FROM list
  LEFT JOIN LATERAL (
    SELECT rows.* FROM segments s
    CROSS JOIN LATERAL (
      SELECT * FROM queue
      WHERE queue.waitlist_id = list.id AND queue.seq > s.bottom
        AND queue.seq <= s.top - greatest($3::bigint - s.newer, 0)
        AND queue.seq > s.top - ($3::bigint - s.newer) - $4::bigint
      ORDER BY queue.seq DESC LIMIT $4::bigint
    ) rows
    ORDER BY rows.seq DESC LIMIT $4::bigint
  ) q ON true
  ORDER BY q.seq DESC`;

/** One page of the listed entries that match. */
const SEARCH = `
  WITH ${LIST}, hidden AS MATERIALIZED (
    SELECT h.first_seq, h.last_seq FROM list JOIN hidden_ranges h ON h.waitlist_id = list.id
  ), found AS MATERIALIZED (
    SELECT e.seq FROM list JOIN entries e ON e.waitlist_id = list.id AND e.email_digest = $5
    UNION
    SELECT c.seq FROM list JOIN contacts c ON c.waitlist_id = list.id AND c.seq > list.last - $6::integer
    WHERE strpos(lower(c.email), $7) > 0 OR strpos(lower(c.name), $7) > 0
  ), shown AS MATERIALIZED (
    SELECT f.seq FROM found f
    WHERE NOT EXISTS (SELECT FROM hidden h WHERE f.seq BETWEEN h.first_seq AND h.last_seq)
  )
  SELECT (SELECT count(*)::integer FROM shown) AS total, list.hides,
         ${storage('q.seq = max(q.seq) OVER ()')}, ${ENTRY}
  FROM list
  LEFT JOIN LATERAL (
    SELECT rows.* FROM (SELECT seq FROM shown ORDER BY seq DESC LIMIT $4::bigint OFFSET $3::bigint) s
    CROSS JOIN LATERAL (SELECT * FROM queue WHERE queue.waitlist_id = list.id AND queue.seq = s.seq LIMIT 1) rows
  ) q ON true
  ORDER BY q.seq DESC`;

/** The listed entries with the seqs that `picked` (seq, nth) names, in its order. */
export const picked = (ctes: string, total: string): string => `
  WITH ${LIST}, hidden AS MATERIALIZED (
    SELECT h.first_seq, h.last_seq, h.skipped FROM list JOIN hidden_ranges h ON h.waitlist_id = list.id
  ), ${ctes}
  SELECT ${total} AS total, list.hides, ${storage('row_number() OVER (ORDER BY q.nth) = 1')}, ${ENTRY}
  FROM list
  LEFT JOIN LATERAL (
    SELECT rows.*, picked.nth FROM picked
    CROSS JOIN LATERAL (SELECT * FROM queue WHERE queue.waitlist_id = list.id AND queue.seq = picked.seq LIMIT 1) rows
  ) q ON true
  ORDER BY q.nth`;

const HIDDEN = 'EXISTS (SELECT FROM hidden h WHERE s.seq BETWEEN h.first_seq AND h.last_seq)';

/** Who stands in the blocks of the page; `first` and `last` are SQL expressions. */
const standing = (first: string, last: string): string => `
  SELECT s.seq, block * 128 + s.n AS place FROM list
  CROSS JOIN LATERAL generate_series(${first}, ${last}) AS block
  CROSS JOIN LATERAL unnest(read_block(list.id, block::integer)) WITH ORDINALITY AS s (seq, n)
  WHERE s.seq <= list.last`;

/** Places are numbers without gaps, so an offset is arithmetic. */
const BY_PLACE = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, s.place AS nth
    FROM (${standing('$3::bigint / 128', 'least($3::bigint + $4::bigint, list.last - 1) / 128')}) s
    WHERE s.place > $3::bigint AND s.place <= $3::bigint + $4::bigint
  )`,
  'list.last',
);

/** The same for a waitlist with hidden entries, which are counted from the start. */
const BY_LISTED_PLACE = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, s.place AS nth FROM (${standing('0', '(list.last - 1) / 128')}) s
    WHERE NOT ${HIDDEN} ORDER BY s.place LIMIT $4::bigint OFFSET $3::bigint
  )`,
  'list.last - coalesce((SELECT max(skipped) FROM hidden), 0)',
);

const DETACHED = `EXISTS (
  SELECT FROM delivered_ranges r
  WHERE r.waitlist_id = list.id AND r.attachment_id IS DISTINCT FROM list.database_id
    AND s.seq BETWEEN r.first_seq AND r.last_seq)`;

const INVITATIONS = 'list JOIN invitations s ON s.waitlist_id = list.id AND s.state = $5';

/** `seq` and `nth` of the people with the status $5. Those who wait are most of a list, and the others are few. */
const WITH_STATUS = {
  waiting: {
    joined: `SELECT s.seq, -s.seq AS nth FROM list JOIN entries s ON s.waitlist_id = list.id
             WHERE NOT ${DETACHED} AND NOT EXISTS (SELECT gone_among(list.id, ARRAY[s.seq]))`,
    // Without detached databases, everyone who is found is shown.
    position: `SELECT s.seq, w.block * 128::bigint + s.n AS nth FROM list
               CROSS JOIN LATERAL waiting_from(list.id, 0, CASE
                 WHEN EXISTS (SELECT FROM delivered_ranges r WHERE r.waitlist_id = list.id
                              AND r.attachment_id IS DISTINCT FROM list.database_id) THEN list.last
                 ELSE least($3::bigint + $4::bigint, list.last) END::integer) w
               CROSS JOIN LATERAL unnest(w.seqs) WITH ORDINALITY AS s (seq, n) WHERE NOT ${DETACHED}`,
  },
  others: {
    joined: `SELECT s.seq, -s.seq AS nth FROM ${INVITATIONS} WHERE NOT ${DETACHED}`,
    position: `SELECT s.seq, q.position AS nth FROM ${INVITATIONS}
               JOIN queue q ON q.waitlist_id = list.id AND q.seq = s.seq WHERE NOT ${DETACHED}`,
  },
} as const;

function byStatus({ status, sort }: Pick<StatusQuery, 'status' | 'sort'>): string {
  const source = WITH_STATUS[status === 'waiting' ? 'waiting' : 'others'][sort];
  return picked(
    `picked AS MATERIALIZED (${source} ORDER BY nth LIMIT $4::bigint OFFSET $3::bigint)`,
    `(SELECT CASE $5::text WHEN 'waiting' THEN c.waiting WHEN 'invited' THEN c.invited ELSE c.accepted END
      FROM count_statuses(list.id) c)`,
  );
}

const BY_REFERRALS = picked(
  `referrers AS MATERIALIZED (
    SELECT s.seq, s.referral_count FROM list JOIN places s ON s.waitlist_id = list.id
    WHERE s.referral_count > 0 AND NOT ${HIDDEN}
  ), picked AS MATERIALIZED (
    SELECT r.seq, row_number() OVER (ORDER BY r.referral_count DESC, r.seq) AS nth FROM referrers r
    ORDER BY nth LIMIT $4::bigint OFFSET $3::bigint
  )`,
  '(SELECT count(*)::integer FROM referrers)',
);

const BY_EMAIL = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, 1 AS nth FROM list JOIN entries s ON s.waitlist_id = list.id AND s.email_digest = $3
    WHERE NOT ${HIDDEN}
  )`,
  '(SELECT count(*)::integer FROM picked)',
);

const BY_IDS = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, ids.nth FROM unnest($3::uuid[]) WITH ORDINALITY AS ids (id, nth) CROSS JOIN list
    JOIN entries s ON s.id = ids.id AND s.waitlist_id = list.id
    WHERE NOT ${HIDDEN}
  )`,
  '(SELECT count(*)::integer FROM picked)',
);

/** The order of a list: only blocks in which somebody moved up are stored. */
const ORDER = `
  WITH ${LIST}
  SELECT list.last AS "upTo",
         coalesce((SELECT json_object_agg(b.block, b.seqs) FROM place_blocks b WHERE b.waitlist_id = list.id), '{}') AS blocks,
         (SELECT d.domain FROM custom_domains d WHERE d.waitlist_id = list.id AND d.state = 'active') AS domain
  FROM list`;

/** The listed entries with given seqs, in that order. */
const WINDOW = `
  WITH ${LIST}, hidden AS MATERIALIZED (
    SELECT h.first_seq, h.last_seq FROM list JOIN hidden_ranges h ON h.waitlist_id = list.id
  )
  SELECT list.last AS total, list.hides, ${storage('row_number() OVER (ORDER BY q.nth) = 1')},
         ${ENTRY.replace('q.position', 'q.nth + $3::integer AS position')}
  FROM list
  LEFT JOIN LATERAL (
    SELECT rows.*, nth FROM generate_subscripts($4::integer[], 1) AS nth
    CROSS JOIN LATERAL (
      SELECT * FROM queue WHERE queue.waitlist_id = list.id AND queue.seq = ($4::integer[])[nth] LIMIT 1
    ) rows
    WHERE NOT EXISTS (SELECT FROM hidden h WHERE ($4::integer[])[nth] BETWEEN h.first_seq AND h.last_seq)
  ) q ON true
  ORDER BY q.nth`;

/** A waitlist that has just been deleted gives no row: its page is empty. */
export function toPage(rows: readonly Row[]): EntryPage {
  const [first] = rows;
  if (!first) return { entries: [], total: 0, storage: null };
  const entries = rows.flatMap(({ total: _, hides: __, storage: ___, ...entry }) =>
    entry.id === null ? [] : [entry],
  );
  const attached = first.storage && {
    ...first.storage,
    connection: Buffer.from(first.storage.connection, 'base64'),
  };
  return { entries, total: first.total, storage: attached };
}

/**
 * {@link EntryStore} on Postgres. A page is one statement that reads from indexes just what it returns, and a second one
 * for the few waitlists with hidden entries.
 */
export function createEntryStore(pool: pg.Pool): EntryStore {
  return {
    async page({ accountId, waitlistId, limit, offset }) {
      const values = [accountId, waitlistId, offset, limit];
      let { rows } = await pool.query<Row>({ name: 'entries-page', text: PAGE, values });
      if (rows[0]?.hides)
        ({ rows } = await pool.query<Row>({ name: 'entries-segmented-page', text: SEGMENTED_PAGE, values }));
      return toPage(rows);
    },

    async pageByPlace({ accountId, waitlistId, limit, offset }) {
      const values = [accountId, waitlistId, offset, limit];
      let { rows } = await pool.query<Row>({ name: 'entries-by-place', text: BY_PLACE, values });
      if (rows[0]?.hides)
        ({ rows } = await pool.query<Row>({
          name: 'entries-by-listed-place',
          text: BY_LISTED_PLACE,
          values,
        }));
      return toPage(rows);
    },

    async pageByStatus({ accountId, waitlistId, limit, offset, status, sort }) {
      const { rows } = await pool.query<Row>({
        name: `entries-${status}-by-${sort}`,
        text: byStatus({ status, sort }),
        values: [accountId, waitlistId, offset, limit, status],
      });
      return toPage(rows);
    },

    async pageByReferrals({ accountId, waitlistId, limit, offset }) {
      const { rows } = await pool.query<Row>({
        name: 'entries-by-referrals',
        text: BY_REFERRALS,
        values: [accountId, waitlistId, offset, limit],
      });
      return toPage(rows);
    },

    async pageByEmail({ accountId, waitlistId, digest }) {
      const { rows } = await pool.query<Row>({
        name: 'entries-by-email',
        text: BY_EMAIL,
        values: [accountId, waitlistId, digest],
      });
      return toPage(rows);
    },

    async pageByIds({ accountId, waitlistId, entryIds }) {
      const { rows } = await pool.query<Row>({
        name: 'entries-by-ids',
        text: BY_IDS,
        values: [accountId, waitlistId, entryIds],
      });
      return toPage(rows);
    },

    async search({ accountId, waitlistId, limit, offset, digest, part }) {
      const { rows } = await pool.query<Row>({
        name: 'entries-search',
        text: SEARCH,
        values: [accountId, waitlistId, offset, limit, digest, SEARCHED_ENTRIES, part],
      });
      return toPage(rows);
    },

    async order(accountId, waitlistId) {
      const { rows } = await pool.query<EntryOrder>({
        name: 'entries-order',
        text: ORDER,
        values: [accountId, waitlistId],
      });
      return rows[0] ?? null;
    },

    async window({ accountId, waitlistId, after, seqs }) {
      const { rows } = await pool.query<Row>({
        name: 'entries-window',
        text: WINDOW,
        values: [accountId, waitlistId, after, seqs],
      });
      if (rows.length === 0) return null;
      const { entries, storage } = toPage(rows);
      return { entries, storage };
    },
  };
}
