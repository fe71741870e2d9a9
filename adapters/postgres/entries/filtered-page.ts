import type pg from 'pg';
import {
  type EntryCursor,
  type EntrySort,
  type ListQuery,
  BLOCK as PLACES_BLOCK,
} from '../../../core/entries/entry-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { type Bounds, findBounds, matchingEntries } from './entry-filter.ts';
import { picked, type Row } from './entry-page.ts';

/** How many seqs are counted together. */
const BLOCK = 256;

/** Matches of one block; by referrals, also with the same number of them. By place, blocks are `place_blocks`. */
interface Bucket {
  readonly referrals: number;
  readonly block: number;
  readonly people: number;
}

interface Order {
  /** The tables that it needs beside the entries `e` of $2. */
  readonly tables: string;
  readonly referrals: string;
  readonly block: string;
  /** SQL for the seqs in the blocks $3. */
  readonly members: string;
  /** SQL for a person's place in the order, and for that of a cursor with `$at` and `$referrals`. */
  readonly rank: string;
  readonly cursor: string;
  /** Compares buckets. */
  readonly compare: (one: Omit<Bucket, 'people'>, other: Omit<Bucket, 'people'>) => number;
  readonly bucketOf: (cursor: EntryCursor) => Omit<Bucket, 'people'>;
}

const PLACES = 'LEFT JOIN places p ON p.waitlist_id = $2 AND p.seq = e.seq';
const JOINED_IN = `SELECT b * ${BLOCK} + n FROM unnest($3::integer[]) AS b CROSS JOIN generate_series(1, ${BLOCK}) AS n`;
const blockOf = (at: number, size = BLOCK): number => Math.floor((at - 1) / size);

const ORDERS: Readonly<Record<EntrySort, Order>> = {
  joined: {
    tables: '',
    referrals: '0',
    block: `(e.seq - 1) / ${BLOCK}`,
    members: JOINED_IN,
    rank: '(-e.seq, 0)',
    cursor: '(-$at, 0)',
    compare: (one, other) => other.block - one.block,
    bucketOf: ({ at }) => ({ referrals: 0, block: blockOf(at) }),
  },
  position: {
    tables: PLACES,
    referrals: '0',
    block: `coalesce(p.block, (e.seq - 1) / ${PLACES_BLOCK})`,
    members: 'SELECT s FROM unnest($3::integer[]) AS b CROSS JOIN LATERAL unnest(read_block($2, b)) AS s',
    rank: '((SELECT q.position FROM queue q WHERE q.waitlist_id = $2 AND q.seq = e.seq OFFSET 0), 0)',
    cursor: '($at, 0)',
    compare: (one, other) => one.block - other.block,
    bucketOf: ({ at }) => ({ referrals: 0, block: blockOf(at, PLACES_BLOCK) }),
  },
  referrals: {
    tables: PLACES,
    referrals: 'coalesce(p.referral_count, 0)',
    block: `(e.seq - 1) / ${BLOCK}`,
    members: JOINED_IN,
    rank: '(-coalesce(p.referral_count, 0), e.seq)',
    cursor: '(-$referrals, $at)',
    compare: (one, other) => other.referrals - one.referrals || one.block - other.block,
    bucketOf: ({ at, referrals }) => ({ referrals, block: blockOf(at) }),
  },
};

/** Hashes whole lists: the planner can't tell how many people match, and looking up a million one by one takes seconds. */
const COUNT_TOGETHER = `SET LOCAL enable_nestloop = off; SET LOCAL work_mem = '64MB'`;
/** Begins such a transaction: all statements see the same people. */
export const READ_TOGETHER = `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${COUNT_TOGETHER}`;
const LOOK_UP = 'SET LOCAL enable_nestloop = on';

function countBuckets(
  { tables, referrals, block }: Order,
  query: ListQuery,
  bounds: Bounds,
  values: unknown[],
): pg.QueryConfig {
  const { from, where } = matchingEntries(query, bounds, value => `$${values.push(value)}`);
  const text = `SELECT ${referrals} AS referrals, ${block} AS block, count(*)::integer AS people
                FROM ${from} ${tables} WHERE $1::uuid IS NOT NULL AND ${where} GROUP BY 1, 2`;
  return { text, values };
}

/** The buckets of a page, and how many of their people come before it. */
function chooseBuckets(
  { compare, bucketOf }: Order,
  { offset, limit, after }: ListQuery,
  buckets: readonly Bucket[],
): { readonly chosen: readonly Bucket[]; readonly skip: number } {
  const sorted = buckets.toSorted(compare);
  // The page begins in the first of these, after the cursor.
  const rest = after ? sorted.filter(bucket => compare(bucketOf(after), bucket) <= 0) : sorted;
  let [skip, from] = [after ? 0 : offset, 0];
  for (; !after && from < rest.length && skip >= (rest[from]?.people ?? 0); from++)
    skip -= rest[from]?.people ?? 0;
  const first = rest[from];
  const isPartial = after && first && compare(bucketOf(after), first) === 0;
  let found = first && !isPartial ? first.people - skip : 0;
  let to = from + 1;
  for (; to < rest.length && found <= limit; to++) found += rest[to]?.people ?? 0;
  return { chosen: rest.slice(from, to), skip };
}

interface Page {
  /** SQL for the seqs of people who may be on it. */
  readonly members: string;
  /** SQL: a condition beside the filter. */
  readonly among: string;
  readonly skip: number;
  /** Null: counted now, because nobody else matches. */
  readonly total: number | null;
}

function readMembers(
  query: ListQuery,
  bounds: Bounds,
  values: unknown[],
  { members, among, skip, total }: Page,
): pg.QueryConfig {
  const { tables, rank, cursor } = ORDERS[query.sort];
  const { limit, after } = query;
  const add = (value: unknown) => `$${values.push(value)}`;
  const number = (value: number) => `${add(value)}::integer`;
  const { from, where } = matchingEntries(query, bounds, add, members);
  const following = after
    ? `${rank} > ${cursor.replace('$at', () => number(after.at)).replace('$referrals', () => number(after.referrals))}`
    : 'true';
  const text = picked(
    `matches AS MATERIALIZED (
       SELECT e.seq, ${following} AS follows, row_number() OVER (ORDER BY ${rank}) AS nth FROM ${from} ${tables}
       WHERE ${among} AND ${where}
     ), picked AS MATERIALIZED (
       SELECT m.seq, m.nth FROM matches m WHERE m.follows ORDER BY m.nth LIMIT ${number(limit + 1)} OFFSET ${add(skip)}::bigint
     )`,
    total === null ? '(SELECT count(*)::integer FROM matches)' : number(total),
  );
  return { text, values };
}

/** SQL for the seq of the entry with the digest of an address. */
export const withAddress = (digest: string): string =>
  `SELECT s.seq FROM entries s WHERE s.waitlist_id = $2 AND s.email_digest = ${digest}`;

/** The entry with one address. */
const ofAddress = ({ offset, digest }: ListQuery, values: unknown[]): Page => ({
  members: withAddress(`$${values.push(digest)}`),
  among: 'true',
  skip: offset,
  total: null,
});

/** Counts all matches, and finds the buckets of the page. */
async function countAndChoose(
  client: pg.ClientBase,
  query: ListQuery,
  bounds: Bounds,
  values: unknown[],
): Promise<Page> {
  const order = ORDERS[query.sort];
  const { rows: buckets } = await client.query<Bucket>(countBuckets(order, query, bounds, [...values]));
  const { chosen, skip } = chooseBuckets(order, query, buckets);
  values.push(
    chosen.map(({ block }) => block),
    chosen.map(({ referrals }) => referrals),
  );
  return {
    members: order.members,
    among: `(${order.referrals}, ${order.block}) IN (SELECT * FROM unnest($4::integer[], $3::integer[]))`,
    skip,
    total: buckets.reduce((sum, { people }) => sum + people, 0),
  };
}

/**
 * One page of the people who match a filter, in an order, and one more entry if another page follows. It counts all matches by
 * block, then reads only the blocks of the page. So it takes as long as reading the list once.
 */
export const readFilteredPage = (pool: pg.Pool, query: ListQuery): Promise<readonly Row[]> =>
  inTransaction(pool, async client => {
    await client.query(READ_TOGETHER);
    const values: unknown[] = [query.accountId, query.waitlistId];
    const bounds = await findBounds(client, [query.accountId, query.waitlistId], query);
    if (!bounds) return [];
    const page = query.digest
      ? ofAddress(query, values)
      : await countAndChoose(client, query, bounds, values);
    await client.query(LOOK_UP);
    const { rows } = await client.query<Row>(readMembers(query, bounds, values, page));
    return rows;
  });
