import { createConnection } from 'mysql2/promise';
import type pg from 'pg';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import { digestEmail } from '../../core/identity/email-digest.ts';
import type {
  AnnouncementFact,
  BatchFact,
  CustomerRow,
  DeliveryFact,
  EntryFact,
  FacetFact,
  InvitationFact,
  ListFacts,
  ReferralFact,
} from './audit.ts';
import type { Person } from './ledger.ts';
import type { SoakList } from './lists.ts';

const ENTRIES = `
  SELECT q.seq, q.id, q.email, q.answers, q.position, waiting_ahead(q.waitlist_id, q.position) AS ahead, q.referral_code AS code, q.referral_count AS "referralCount",
         q.referred_by AS "referredBy", q.status, x.seq IS NOT NULL AS "isErased",
         CASE WHEN EXISTS (SELECT FROM delivered_ranges r
                           WHERE r.waitlist_id = q.waitlist_id AND q.seq BETWEEN r.first_seq AND r.last_seq) THEN 'done'
              WHEN q.created_at > (SELECT a.attached_at FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
                                   WHERE w.id = q.waitlist_id) THEN 'due' ELSE 'none' END AS delivery
  FROM queue q LEFT JOIN erased_entries x ON x.waitlist_id = q.waitlist_id AND x.seq = q.seq
  WHERE q.waitlist_id = $1 ORDER BY q.seq`;

const ANNOUNCEMENTS = `
  SELECT a.subject, a.state, a.recipients, a.sent, a.skipped,
         (SELECT coalesce(sum(cardinality(b.seqs)), 0)::integer FROM announcement_batches b
          WHERE b.announcement_id = a.id AND b.due_at IS NOT NULL) AS left
  FROM announcements a WHERE a.waitlist_id = $1`;

/** Signups and people let in: `12/3`. */
const FACETS = `
  SELECT kind || ' ' || key || ' ' || value AS name, signups || '/' || accepted AS counts FROM facets WHERE waitlist_id = $1`;

const BATCHES = `
  SELECT id, invited, accepted, ended, withdrawn_at IS NOT NULL AS "isWithdrawn"
  FROM invitation_batches WHERE waitlist_id = $1`;

const INVITATIONS = `
  SELECT batch_id AS "batchId", seq, encode(code_hash, 'hex') AS "codeHash", state, mailed
  FROM invitations WHERE waitlist_id = $1`;

const REFERRALS = `
  SELECT seq, referrer_seq AS "referrerSeq", state FROM referrals WHERE waitlist_id = $1`;

const DELIVERIES = `
  SELECT id, type, seq, state FROM webhook_deliveries WHERE waitlist_id = $1`;

/** The table's name: `waitlist_` and the slug. */
const rowsQuery = ({ slug }: SoakList): string =>
  `SELECT id, email, position, referral_code AS code, referred_by AS "referredBy", metadata FROM waitlist_${slug.replaceAll('-', '_')}`;

async function readRows(list: SoakList): Promise<CustomerRow[] | null> {
  const { customer } = list;
  if (!customer) return null;
  const query = rowsQuery(list);
  if (customer.dbType === 'postgres') {
    const connection = { connectionString: customer.url };
    return withClient(connection, async client => (await client.query<CustomerRow>(query)).rows);
  }
  const connection = await createConnection({ uri: customer.url });
  try {
    const [rows] = await connection.query(query.replaceAll('"', '`'));
    return rows as CustomerRow[];
  } finally {
    await connection.end();
  }
}

async function readFacets(client: pg.ClientBase, waitlistId: string): Promise<FacetFact[]> {
  const read = async () => (await client.query<{ name: string; counts: string }>(FACETS, [waitlistId])).rows;
  await client.query('BEGIN');
  const kept = await read();
  await client.query('SELECT recount_facets($1)', [waitlistId]);
  const counted = new Map((await read()).map(({ name, counts }) => [name, counts]));
  await client.query('ROLLBACK');
  return kept.map(({ name, counts }) => ({ name, kept: counts, counted: counted.get(name) ?? '' }));
}

/** Reads what the audit compares. */
export async function readList(client: pg.ClientBase, list: SoakList): Promise<ListFacts> {
  const { id, slug, boost, confirms, hasWebhook } = list;
  const { rows: entries } = await client.query<EntryFact>(ENTRIES, [id]);
  const { rows: batches } = await client.query<BatchFact>(BATCHES, [id]);
  const { rows: invitations } = await client.query<InvitationFact>(INVITATIONS, [id]);
  const { rows: referrals } = await client.query<ReferralFact>(REFERRALS, [id]);
  const { rows: announcements } = await client.query<AnnouncementFact>(ANNOUNCEMENTS, [id]);
  const { rows: logged } = await client.query<DeliveryFact>(DELIVERIES, [id]);
  return {
    slug,
    boost,
    confirms,
    entries,
    rows: await readRows(list),
    facets: await readFacets(client, id),
    announcements,
    batches,
    invitations,
    referrals,
    deliveries: hasWebhook ? logged : null,
  };
}

/**
 * Keyed digests that outlive an erasure (ADR 18): of bounced addresses, and for at most a day of those that got email or asked
 * for the link to their place. And the log of webhooks: it has the id of someone who was erased (`checkWebhooks`).
 */
const KEPT = ['email_grants', 'email_suppressions', 'status_links', 'webhook_deliveries'];

/**
 * Looks for words in every row of every table.
 * @returns where each was found
 */
export async function findWords(client: pg.ClientBase, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1)`,
    [KEPT],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ word: string }>(
      String.raw`SELECT DISTINCT word FROM ${name} AS t, regexp_split_to_table(t::text, '[^\w@.+-]+') AS word
                 WHERE word = ANY ($1::text[])`,
      [words],
    );
    found.push(...rows.map(({ word }) => `${name} has ${word}`));
  }
  return found;
}

/** What names a mailbox: the address, and keyed digests. */
const namesOf = ({ email, mailbox }: Person, digestKey: Buffer): string[] => [
  email,
  ...[email, mailbox].map(address => `x${digestEmail(digestKey, address).toString('hex')}`),
];

/** By what erased people could be found: names that nobody else has who is there now, referral codes, and ids. */
function wordsOf(people: readonly Person[], digestKey: Buffer): string[] {
  const { erased = [], present = [] } = Object.groupBy(people, person =>
    person.erased === 'acknowledged' ? 'erased' : 'present',
  );
  const theirs = new Set(present.flatMap(person => namesOf(person, digestKey)));
  return erased.flatMap(
    person =>
      [...namesOf(person, digestKey), person.place?.code, person.entryId].filter(
        word => typeof word === 'string' && !theirs.has(word),
      ) as string[],
  );
}

interface ErasureFacts {
  readonly digestKey: Buffer;
  readonly people: readonly Person[];
  readonly lists: readonly ListFacts[];
}

/** What is left of people whose erasure was acknowledged, here and in customers' tables. */
export async function readRemains(
  client: pg.ClientBase,
  { digestKey, people, lists }: ErasureFacts,
): Promise<string[]> {
  const words = wordsOf(people, digestKey);
  const sought = new Set(words);
  const theirs = lists.flatMap(({ slug, rows }) =>
    (rows ?? []).flatMap(({ id, email, code, referredBy }) =>
      [id, email, code, referredBy]
        .filter(word => word !== null && sought.has(word))
        .map(word => `the customer's table of ${slug} has ${word}`),
    ),
  );
  return [...(await findWords(client, words)), ...theirs];
}
