import type { EntryRef } from '../../../core/entries/entry-store.ts';

/** The values $1 and $2 of {@link EACH_ENTRY}. */
export const entryIds = (entries: readonly EntryRef[]): [string[], string[]] => [
  entries.map(({ waitlistId }) => waitlistId),
  entries.map(({ entryId }) => entryId),
];

/** SQL: the entries `e` with the ids of the values $1 (waitlists) and $2, and the number `j.n` of each. */
export const EACH_ENTRY = `unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS j (waitlist_id, entry_id, n)
  -- LIMIT: each is found by its id, never by reading the list.
  CROSS JOIN LATERAL (
    SELECT e.id, e.waitlist_id, e.seq, e.email_digest, e.referral_code FROM entries e WHERE e.id = j.entry_id LIMIT 1) e
  `;
