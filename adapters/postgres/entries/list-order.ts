import type pg from 'pg';
import {
  BLOCK,
  type EntryOrder,
  type EntrySort,
  ORDER_WINDOW,
  type OrderQuery,
} from '../../../core/entries/entry-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { findBounds, matchingEntries } from './entry-filter.ts';
import { READ_TOGETHER, withAddress } from './filtered-page.ts';

/** The most columns of an export for answers, also to removed questions. */
const ANSWERED_KEYS = 50;

const LIST = `
  SELECT (SELECT d.domain FROM custom_domains d WHERE d.waitlist_id = w.id AND d.state = 'active') AS domain,
         (SELECT coalesce(json_agg(json_build_object('key', a.key, 'isCheckbox', a.checkbox)), '[]') FROM (
            SELECT f.key, bool_and(f.value IN ('true', 'false')) AS checkbox FROM facets f
            WHERE f.waitlist_id = w.id AND f.kind = 'answer' AND f.signups > 0 GROUP BY f.key ORDER BY min(f.id) LIMIT ${ANSWERED_KEYS}
          ) a) AS answered
  FROM waitlists w WHERE w.account_id = $1 AND w.id = $2`;

const POSITION = `CASE WHEN b.block IS NULL THEN e.seq ELSE b.block * ${BLOCK} + array_position(b.seqs, e.seq) END`;

const RANKS: Readonly<Record<EntrySort, string>> = {
  joined: '-m.seq',
  position: 'm.position',
  referrals: '-m.referrals, m.seq',
};

/** Reads the people who match a filter, in order. Null once the waitlist is deleted. */
export const readOrder = (pool: pg.Pool, query: OrderQuery): Promise<EntryOrder | null> =>
  inTransaction(pool, async client => {
    await client.query(READ_TOGETHER);
    const list = [query.accountId, query.waitlistId] as const;
    const bounds = await findBounds(client, list, query);
    const { rows } = await client.query<Omit<EntryOrder, 'windows'>>(LIST, [...list]);
    if (!bounds || !rows[0]) return null;
    const values: unknown[] = [...list];
    const add = (value: unknown) => `$${values.push(value)}`;
    const { from, where } = matchingEntries(
      query,
      bounds,
      add,
      query.digest ? withAddress(add(query.digest)) : null,
    );
    const { rows: windows } = await client.query<{ people: Buffer }>(
      `SELECT string_agg(int4send(o.seq) || int4send(o.position), ''::bytea ORDER BY o.nth) AS people FROM (
         SELECT m.seq, m.position, row_number() OVER (ORDER BY ${RANKS[query.sort]}) - 1 AS nth FROM (
           SELECT e.seq, ${POSITION} AS position, coalesce(p.referral_count, 0) AS referrals FROM ${from}
           LEFT JOIN places p ON p.waitlist_id = $2 AND p.seq = e.seq
           LEFT JOIN place_blocks b ON b.waitlist_id = $2 AND b.block = coalesce(p.block, (e.seq - 1) / ${BLOCK})
           WHERE $1::uuid IS NOT NULL AND ${where}
         ) m
       ) o GROUP BY o.nth / ${ORDER_WINDOW} ORDER BY o.nth / ${ORDER_WINDOW}`,
      values,
    );
    return { ...rows[0], windows: windows.map(({ people }) => people) };
  });
