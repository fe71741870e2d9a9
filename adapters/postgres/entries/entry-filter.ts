import type pg from 'pg';
import type { ContactFilter, EntryFilter } from '../../../core/entries/entry-store.ts';

/** The range of seqs of people who may match. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
  /** Whether some people's data is in a database that is not attached. */
  readonly hasAway: boolean;
}

/** Reads the range before the main query, so that the planner knows how many people there may be. Null: no such waitlist. */
export async function findBounds(
  db: pg.ClientBase,
  [accountId, waitlistId]: readonly [accountId: string, waitlistId: string],
  { joinedAfter, joinedBefore }: EntryFilter,
): Promise<Bounds | null> {
  const { rows } = await db.query<Bounds>({
    name: 'entries-bounds',
    // To the millisecond, which is what people see.
    text: `SELECT CASE WHEN $3::timestamptz IS NULL THEN 1 ELSE first_seq_since(w.id, $3, 1, l.last) END AS first,
                  CASE WHEN $4::timestamptz IS NULL THEN l.last
                       ELSE first_seq_since(w.id, $4 + interval '1 millisecond', 1, l.last) - 1 END AS last,
                  NOT isempty(away_ranges(w.id)) AS "hasAway"
           FROM waitlists w
           CROSS JOIN LATERAL (
             SELECT coalesce(max(e.seq), 0) AS last FROM entries e WHERE e.waitlist_id = w.id
           ) l WHERE w.account_id = $1 AND w.id = $2`,
    values: [accountId, waitlistId, joinedAfter ?? null, joinedBefore ?? null],
  });
  return rows[0] ?? null;
}

/** SQL for the people who match, as rows `e` with a `seq`. */
interface Matching {
  readonly from: string;
  readonly where: string;
}

/** Adds a parameter. @returns its name */
type Add = (value: unknown) => string;

/** How conditions are written. */
interface Writing {
  readonly add: Add;
  /** Whether there is a row about `e`: a table, with its name in the conditions. */
  readonly has: (table: string, name: string, condition: string) => string;
}

/**
 * Finds the listed people on the waitlist $2 who match, among `members`. A whole list is read with joins. A few people are
 * looked up one by one: `OFFSET 0` keeps the planner from turning a look-up into a join that reads the list.
 * @param members - SQL of their seqs; null: everybody
 */
export function matchingEntries(
  filter: EntryFilter,
  bounds: Bounds,
  add: Add,
  members: string | null = null,
): Matching {
  const end = members === null ? '' : 'OFFSET 0';
  const has: Writing['has'] = (table, name, condition) =>
    `EXISTS (SELECT FROM ${table} ${name} WHERE ${name}.waitlist_id = $2 AND ${name}.seq = e.seq AND ${condition} ${end})`;
  const where = conditionsOf(filter, bounds, { add, has });
  return { from: `(${sourceOf(filter.contact ?? null, add, members)}) e`, where: where.join(' AND ') };
}

function conditionsOf(
  { status, minReferrals = 0, sources, language, answers = [] }: EntryFilter,
  { first, last, hasAway }: Bounds,
  { add, has }: Writing,
): string[] {
  const where = [
    `e.seq BETWEEN ${add(first)}::integer AND ${add(last)}::integer`,
    `NOT ${has('erased_entries', 'x', 'true')}`,
  ];
  if (hasAway) where.push('NOT e.seq <@ (SELECT away_ranges($2))');
  if (status === 'waiting') where.push(`NOT ${has('invitations', 'i', `i.state <> 'ended'`)}`);
  else if (status) where.push(has('invitations', 'i', `i.state = ${add(status)}`));
  if (minReferrals > 0) where.push(has('places', 'r', `r.referral_count >= ${add(minReferrals)}`));
  if (sources) where.push(cameFrom(sources, { add, has }));
  if (language) where.push(has('entries', 's', `s.language = ${add(language)}`));
  for (const { key, value } of answers)
    where.push(
      has(
        'entry_facets',
        'f',
        `f.facet = (SELECT k.id FROM facets k WHERE k.waitlist_id = $2 AND k.kind = 'answer'
           AND k.key = ${add(key)} AND k.value = ${add(value)})`,
      ),
    );
  return where;
}

/** SQL: a person came from one of these sources. People without one are `friend` or `direct` (routines/facets.sql). */
function cameFrom(sources: readonly string[], { add, has }: Writing): string {
  const facets = (condition: string) =>
    `f.facet = ANY (ARRAY(SELECT k.id FROM facets k WHERE k.waitlist_id = $2 AND k.kind = 'source' AND ${condition}))`;
  const named = has('entry_facets', 'f', facets(`k.value = ANY (${add(sources)}::text[])`));
  const isReferred = has('referrals', 'r', 'true');
  const unnamed = ['friend', 'direct'].filter(source => sources.includes(source));
  if (unnamed.length === 0) return named;
  const without = [
    `NOT ${has('entry_facets', 'f', facets('true'))}`,
    ...(unnamed.length === 1 ? [unnamed[0] === 'friend' ? isReferred : `NOT ${isReferred}`] : []),
  ];
  return `(${named} OR ${without.join(' AND ')})`;
}

/** SQL for the seqs of people whose contact matches, among `members`. Null members: everybody. */
function sourceOf(contact: ContactFilter | null, add: Add, members: string | null): string {
  const among = (table: string) =>
    members === null
      ? `SELECT c.seq FROM ${table} c WHERE c.waitlist_id = $2`
      : `SELECT c.seq FROM (SELECT DISTINCT m.seq FROM (${members}) AS m (seq)) m
         JOIN ${table} c ON c.waitlist_id = $2 AND c.seq = m.seq WHERE true`;
  if (!contact) return among('entries');
  const has = [among('contacts')];
  if (contact.part !== null) {
    const part = `lower(${add(contact.part)}::text)`;
    has.push(`(strpos(lower(c.email), ${part}) > 0 OR strpos(lower(c.name), ${part}) > 0)`);
  }
  for (const { key, value } of contact.answers) has.push(`c.answers ->> ${add(key)} = ${add(value)}`);
  const here = has.join(' AND ');
  return contact.outside.length === 0
    ? here
    : `${here} UNION ${among('entries')} AND c.id = ANY (${add(contact.outside)}::uuid[])`;
}
