import type pg from 'pg';
import { type EntryOrder, type EntryStore, SEARCHED_ENTRIES } from '../../../core/entries/entry-store.ts';
import { isListed, picked, type Row, toPage } from './entry-page.ts';

/** Everybody, or one status: $5. $6 is the order. */
const PAGE = picked(
  `picked AS MATERIALIZED (
    SELECT p.seq, p.nth FROM list CROSS JOIN LATERAL list_people(list.id, $6, $5, $3::bigint, $4::bigint) p
  )`,
  '(SELECT count_listed($2, $5))',
);

const BY_REFERRALS = picked(
  `picked AS MATERIALIZED (
    SELECT r.seq, r.nth FROM list CROSS JOIN LATERAL list_referrers(list.id, $3::bigint, $4::bigint) r
  )`,
  '(SELECT count_referrers($2))',
);

const BY_EMAIL = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, 1 AS nth FROM list JOIN entries s ON s.waitlist_id = list.id AND s.email_digest = $3
    WHERE ${isListed('s.seq')}
  )`,
  '(SELECT count(*)::integer FROM picked)',
);

const BY_IDS = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, ids.nth FROM unnest($3::uuid[]) WITH ORDINALITY AS ids (id, nth) CROSS JOIN list
    JOIN entries s ON s.id = ids.id AND s.waitlist_id = list.id
    WHERE ${isListed('s.seq')}
  )`,
  '(SELECT count(*)::integer FROM picked)',
);

const SEARCH = picked(
  `found AS MATERIALIZED (
    SELECT e.seq FROM list JOIN entries e ON e.waitlist_id = list.id AND e.email_digest = $5
    UNION
    SELECT c.seq FROM list JOIN contacts c ON c.waitlist_id = list.id AND c.seq > list.last - $6::integer
    WHERE strpos(lower(c.email), $7) > 0 OR strpos(lower(c.name), $7) > 0
  ), shown AS MATERIALIZED (
    SELECT f.seq FROM found f WHERE ${isListed('f.seq')}
  ), picked AS MATERIALIZED (
    SELECT s.seq, -s.seq AS nth FROM shown s ORDER BY nth LIMIT $4::bigint OFFSET $3::bigint
  )`,
  '(SELECT count(*)::integer FROM shown)',
);

/** The order of a list: only blocks in which somebody moved up are stored. */
const ORDER = `
  SELECT coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id), 0) AS "upTo",
         coalesce((SELECT json_object_agg(b.block, b.seqs) FROM place_blocks b WHERE b.waitlist_id = w.id), '{}') AS blocks,
         (SELECT d.domain FROM custom_domains d WHERE d.waitlist_id = w.id AND d.state = 'active') AS domain
  FROM waitlists w WHERE w.account_id = $1 AND w.id = $2`;

/** The listed entries with the seqs $3, which stood at the places after $4. */
const WINDOW = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, s.nth FROM list CROSS JOIN unnest($3::integer[]) WITH ORDINALITY AS s (seq, nth)
    WHERE ${isListed('s.seq')}
  )`,
  'list.last',
  'q.nth::integer + $4::integer',
);

/** {@link EntryStore} on Postgres. A page is one statement that reads little more than what it returns. */
export function createEntryStore(pool: pg.Pool): EntryStore {
  async function read(name: string, text: string, values: unknown[]) {
    const { rows } = await pool.query<Row>({ name: `entries-${name}`, text, values });
    return rows;
  }

  return {
    page: async ({ accountId, waitlistId, limit, offset, status, sort }) =>
      toPage(await read('page', PAGE, [accountId, waitlistId, offset, limit, status, sort])),

    pageByReferrals: async ({ accountId, waitlistId, limit, offset }) =>
      toPage(await read('by-referrals', BY_REFERRALS, [accountId, waitlistId, offset, limit])),

    pageByEmail: async ({ accountId, waitlistId, digest }) =>
      toPage(await read('by-email', BY_EMAIL, [accountId, waitlistId, digest])),

    pageByIds: async ({ accountId, waitlistId, entryIds }) =>
      toPage(await read('by-ids', BY_IDS, [accountId, waitlistId, entryIds])),

    search: async ({ accountId, waitlistId, limit, offset, digest, part }) =>
      toPage(
        await read('search', SEARCH, [accountId, waitlistId, offset, limit, digest, SEARCHED_ENTRIES, part]),
      ),

    async order(accountId, waitlistId) {
      const { rows } = await pool.query<EntryOrder>({
        name: 'entries-order',
        text: ORDER,
        values: [accountId, waitlistId],
      });
      return rows[0] ?? null;
    },

    async window({ accountId, waitlistId, after, seqs }) {
      const rows = await read('window', WINDOW, [accountId, waitlistId, seqs, after]);
      if (rows.length === 0) return null;
      const { entries, storage } = toPage(rows);
      return { entries, storage };
    },
  };
}
