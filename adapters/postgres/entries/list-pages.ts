import type pg from 'pg';
import type { EntryFilter, ListedPage, ListQuery } from '../../../core/entries/entry-store.ts';
import { picked, type Row, toPage } from './entry-page.ts';
import { readFilteredPage } from './filtered-page.ts';

const pageOf = (list: string, total: string): string =>
  picked(
    `picked AS MATERIALIZED (SELECT p.seq, p.nth FROM list CROSS JOIN LATERAL ${list} p)`,
    `(SELECT count_listed($2, ${total}))`,
  );

/** The pages of everybody, or of one status: $4, sorted by $5, and of everybody by referrals. */
const PAGES = {
  list: pageOf('list_page(list.id, $5, $4, $6, $3)', '$4'),
  'list-after': pageOf('list_after(list.id, $5, $4, $6, $3)', '$4'),
  referrals: pageOf('list_by_referrals(list.id, $4, $3)', 'NULL'),
  'referrals-after': pageOf('list_by_referrals_after(list.id, $5, $4, $3)', 'NULL'),
} as const;

/** Whether nothing but a status is asked for. */
const isPlain = (filter: EntryFilter): boolean =>
  !filter.digest &&
  !filter.contact &&
  !filter.joinedAfter &&
  !filter.joinedBefore &&
  !filter.minReferrals &&
  !filter.sources &&
  !filter.language &&
  !filter.answers?.length;

/** One more tells whether another page follows. */
async function readRows(pool: pg.Pool, query: ListQuery): Promise<readonly Row[]> {
  const { accountId, waitlistId, offset, limit, status = null, sort, after } = query;
  const isByReferrals = sort === 'referrals';
  if (!isPlain(query) || (isByReferrals && status !== null)) return readFilteredPage(pool, query);
  const name = `${isByReferrals ? 'referrals' : 'list'}${after ? '-after' : ''}` as const;
  const list = isByReferrals ? [] : [status, sort];
  const start = after ? [after.at, ...(isByReferrals ? [after.referrals] : [])] : [offset];
  const { rows } = await pool.query<Row>({
    name: `entries-${name}`,
    text: PAGES[name],
    values: [accountId, waitlistId, limit + 1, ...list, ...start],
  });
  return rows;
}

export async function readPage(pool: pg.Pool, query: ListQuery): Promise<ListedPage> {
  const { limit, sort } = query;
  const rows = await readRows(pool, query);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    ...toPage(rows.slice(0, limit)),
    next:
      last && last.id !== null
        ? { sort, at: sort === 'position' ? last.position : last.seq, referrals: last.referralCount }
        : null,
  };
}
