import type pg from 'pg';
import type { EntryStore } from '../../../core/entries/entry-store.ts';
import { isListed, picked, type Row, toPage } from './entry-page.ts';
import { readOrder } from './list-order.ts';
import { readPage } from './list-pages.ts';

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

/** The listed entries with the seqs $3, which stood at the positions $4. */
const WINDOW = picked(
  `picked AS MATERIALIZED (
    SELECT s.seq, s.nth FROM list CROSS JOIN unnest($3::integer[]) WITH ORDINALITY AS s (seq, nth)
    WHERE ${isListed('s.seq')}
  )`,
  'list.last',
  '($4::integer[])[q.nth]',
);

/** {@link EntryStore} on Postgres. A page is one statement that reads little more than what it returns. */
export function createEntryStore(pool: pg.Pool): EntryStore {
  async function read(name: string, text: string, values: unknown[]) {
    const { rows } = await pool.query<Row>({ name: `entries-${name}`, text, values });
    return rows;
  }

  return {
    page: query => readPage(pool, query),

    pageByEmail: async ({ accountId, waitlistId, digest }) =>
      toPage(await read('by-email', BY_EMAIL, [accountId, waitlistId, digest])),

    async findIds(waitlistId, digests) {
      const { rows } = await pool.query<{ id: string | null }>({
        name: 'entries-find-ids',
        text: `SELECT (SELECT e.id FROM entries e WHERE e.waitlist_id = $1 AND e.email_digest = d.digest) AS id
               FROM unnest($2::bytea[]) WITH ORDINALITY AS d (digest, n) ORDER BY d.n`,
        values: [waitlistId, digests],
      });
      return rows.map(({ id }) => id);
    },

    pageByIds: async ({ accountId, waitlistId, entryIds }) =>
      toPage(await read('by-ids', BY_IDS, [accountId, waitlistId, entryIds])),

    order: query => readOrder(pool, query),

    async window({ accountId, waitlistId, seqs, positions }) {
      const rows = await read('window', WINDOW, [accountId, waitlistId, seqs, positions]);
      if (rows.length === 0) return null;
      const { entries, storage } = toPage(rows);
      return { entries, storage };
    },
  };
}
