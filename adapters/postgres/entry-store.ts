import type pg from 'pg';
import type { EntryRecord, EntryStore } from '../../core/entries/entry-store.ts';

type Row = { readonly total: number } & (EntryRecord | { readonly id: null });

/**
 * `seq` has no gaps, so skipping is arithmetic: entry number `offset` from the newest has seq `total - offset`. The
 * step from offset to seq stands in the lateral alone, and the total in `list`: ranges that are not listed are
 * taken into account there. A list without entries in the page still gives its one row, with the total.
 */
const pageBy = (condition: string): string => `
  WITH list AS MATERIALIZED (
    SELECT w.id, coalesce(
      (SELECT e.seq FROM entries e WHERE e.waitlist_id = w.id ORDER BY e.seq DESC LIMIT 1), 0) AS total
    FROM waitlists w WHERE w.account_id = $1 AND ${condition}
  )
  SELECT list.total, q.id, q.email, q.name, q.position, q.referral_code AS "referralCode",
         q.referral_count AS "referralCount", q.referred_by AS "referredBy", q.created_at AS "createdAt"
  FROM list
  LEFT JOIN LATERAL (
    SELECT * FROM queue
    WHERE queue.waitlist_id = list.id
      AND queue.seq <= list.total - $3::bigint AND queue.seq > list.total - $3::bigint - $4::bigint
    ORDER BY queue.seq DESC LIMIT $4::bigint
  ) q ON true
  ORDER BY q.seq DESC`;

const BY_ID = { name: 'entries-page-by-id', text: pageBy('w.id = $2') };
const BY_SLUG = { name: 'entries-page-by-slug', text: pageBy('w.slug = $2') };

/** {@link EntryStore} on Postgres: one statement, which reads index ranges and nothing it does not return. */
export function createEntryStore(pool: pg.Pool): EntryStore {
  return {
    async page({ accountId, ref, limit, offset }) {
      const { rows } = await pool.query<Row>({
        ...('id' in ref ? BY_ID : BY_SLUG),
        values: [accountId, 'id' in ref ? ref.id : ref.slug, offset, limit],
      });
      const [first] = rows;
      if (!first) return null;
      const entries = rows.flatMap(({ total: _, ...entry }) => (entry.id === null ? [] : [entry]));
      return { entries, total: first.total };
    },
  };
}
