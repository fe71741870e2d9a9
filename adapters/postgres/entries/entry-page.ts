import type { EntryPage, ListedEntry, Storage } from '../../../core/entries/entry-store.ts';
import { type StoredSource, toSource } from '../../../core/questions/source.ts';

export type Row = {
  readonly total: number;
  /** Of the entry. */
  readonly seq: number;
  readonly storage: (Omit<Storage, 'connection'> & { readonly connection: string }) | null;
} & (StoredEntry | { readonly id: null });

/** An entry as the `queue` has it. */
export type StoredEntry = Omit<ListedEntry, 'answers' | 'consents' | 'source'> & {
  /** Null: none. */
  readonly answers: ListedEntry['answers'] | null;
  readonly consents: ListedEntry['consents'] | null;
  readonly source: StoredSource | null;
};

export const fromStored = <Stored extends Pick<StoredEntry, 'answers' | 'consents' | 'source'>>(
  stored: Stored,
): Omit<Stored, 'answers' | 'consents' | 'source'> &
  Pick<ListedEntry, 'answers' | 'consents' | 'source'> => ({
  ...stored,
  answers: stored.answers ?? {},
  consents: stored.consents ?? {},
  source: toSource(stored.source),
});

/** The list of $1 (account) and $2 (waitlist): one row, or none once it is deleted. */
const LIST = `
  list AS MATERIALIZED (
    SELECT w.id, w.database_id, coalesce(
      (SELECT e.seq FROM entries e WHERE e.waitlist_id = w.id ORDER BY e.seq DESC LIMIT 1), 0) AS last
    FROM waitlists w WHERE w.account_id = $1 AND w.id = $2
  )`;

/** The connection to the attached database, on the first row of a page only. */
const STORAGE = `
  CASE WHEN list.database_id IS NOT NULL AND row_number() OVER (ORDER BY q.nth) = 1 THEN (
    SELECT json_build_object('waitlistId', list.id, 'accountId', $1::uuid, 'attachmentId', a.id, 'dbType', a.db_type, 'tableName', a.table_name,
                             'connection', encode(a.connection, 'base64'))
    FROM database_attachments a WHERE a.id = list.database_id) END AS storage`;

/** What the database of `waitlists` w, or of `list`, does not have yet of entry q. */
export const pendingChange = (database: string): string =>
  `(SELECT p.change FROM pending_changes p WHERE p.attachment_id = ${database} AND p.entry_id = q.id)`;
const PENDING_CHANGE = pendingChange('list.database_id');

const entry = (
  position: string,
): string => `q.id, q.email, q.name, ${position} AS position, q.referral_code AS "referralCode",
  q.seq, q.referral_count AS "referralCount", q.referred_by AS "referredBy", q.status, q.answers, q.consents, q.source, q.language,
  CASE WHEN q.email IS NULL THEN ${PENDING_CHANGE} END AS change, q.created_at AS "createdAt"`;

/** Whether a person is on the list of $2: not erased, and not in a database that is no longer attached. */
export const isListed = (seq: string): string => `(
  NOT ${seq} <@ (SELECT away_ranges($2))
  AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $2 AND x.seq = ${seq}))`;

/**
 * The entries with the seqs that the CTE `picked` (seq, nth) names, in its order. An empty page is one row with the total.
 * @param position - where an entry stands, if not where it does now
 */
export const picked = (ctes: string, total: string, position = 'q.position'): string => `
  WITH ${LIST}, ${ctes}
  SELECT ${total} AS total, ${STORAGE}, ${entry(position)}
  FROM list
  LEFT JOIN LATERAL (
    SELECT rows.*, picked.nth FROM picked
    CROSS JOIN LATERAL (SELECT * FROM queue WHERE queue.waitlist_id = list.id AND queue.seq = picked.seq LIMIT 1) rows
  ) q ON true
  ORDER BY q.nth`;

/** A waitlist that has just been deleted gives no row: its page is empty. */
export function toPage(rows: readonly Row[]): EntryPage {
  const [first] = rows;
  if (!first) return { entries: [], total: 0, storage: null };
  const entries = rows.flatMap(({ total: _, storage: __, seq: ___, ...row }) =>
    row.id === null ? [] : [fromStored(row)],
  );
  const attached = first.storage && {
    ...first.storage,
    connection: Buffer.from(first.storage.connection, 'base64'),
  };
  return { entries, total: first.total, storage: attached };
}
