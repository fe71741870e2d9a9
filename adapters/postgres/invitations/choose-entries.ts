import type pg from 'pg';
import {
  type InviteRequest,
  MOST_SKIPPED,
  type Skipped,
  type SkipReason,
} from '../../../core/invitations/invitation-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import {
  type Candidate,
  type Choice,
  type Database,
  findDetached,
  findStopped,
  findUnanswered,
  MOST_COMPARED,
  type PassedOver,
  reasonAgainst,
  sortCounts,
} from './candidates.ts';
import { chooseAmong } from './choose-among.ts';

/** Places in a block (docs/engine.md). */
const BLOCK = 128;
/** People who are read at once. */
const MOST_READ = 16_384;

/** Reads entries by place in the ledger, in this order. */
async function readCandidates(
  db: Database,
  waitlistId: string,
  seqs: readonly number[],
): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>(
    `SELECT e.seq, e.id AS "entryId", coalesce(e.mailbox_digest, e.email_digest) AS mailbox,
            ${isSuppressed('e.email_digest')} AS undeliverable
     FROM unnest($2::integer[]) WITH ORDINALITY AS s (seq, n)
     JOIN entries e ON e.waitlist_id = $1 AND e.seq = s.seq ORDER BY s.n`,
    [waitlistId, seqs],
  );
  return rows;
}

/** Blocks of people who wait, in the order of their places. */
interface Waiting {
  readonly blocks: readonly { readonly block: number; readonly seqs: readonly number[] }[];
  readonly seqs: readonly number[];
}

/** Those of these people whom an earlier call passed over, with the reason. */
async function findPassedOver(
  db: Database,
  waitlistId: string,
  { blocks, seqs }: Waiting,
): Promise<Map<number, SkipReason>> {
  // Nearly everyone is in the block that they joined in, and a range of an index is read much faster than as many numbers.
  const first = (blocks[0]?.block ?? 0) * BLOCK + 1;
  const last = ((blocks.at(-1)?.block ?? 0) + 1) * BLOCK;
  const moved = seqs.filter(seq => seq < first || seq > last);
  const { rows } = await db.query<{ reason: SkipReason; seqs: number[] }>(
    `SELECT p.reason, array_agg(p.seq) AS seqs FROM (
       SELECT * FROM passed_over WHERE waitlist_id = $1 AND seq BETWEEN $2 AND $3
       UNION ALL SELECT * FROM passed_over WHERE waitlist_id = $1 AND seq = ANY ($4::integer[])
     ) p GROUP BY p.reason`,
    [waitlistId, first, last, moved],
  );
  const reasons = new Map<number, SkipReason>();
  for (const { reason, seqs: passed } of rows) for (const seq of passed) reasons.set(seq, reason);
  return reasons;
}

/** The people who wait, block by block from one on, until there are as many. Null: there are no more. */
async function readWaiting(
  db: Database,
  waitlistId: string,
  from: number,
  size: number,
): Promise<Waiting | null> {
  const { rows: blocks } = await db.query<Waiting['blocks'][number]>(
    'SELECT block, seqs FROM waiting_from($1, $2, $3)',
    [waitlistId, from, size],
  );
  return blocks.length === 0 ? null : { blocks, seqs: blocks.flatMap(({ seqs }) => seqs) };
}

/** The first `count` people who wait and can be emailed, by place; fewer if there are not as many, or after too many others. */
async function chooseFirst(db: Database, request: InviteRequest, count: number): Promise<Choice> {
  const { waitlistId } = request;
  const isDetached = await findDetached(db, waitlistId);
  const chosen: Candidate[] = [];
  const counts = new Map<SkipReason, number>();
  const named: PassedOver[] = [];
  const compared: PassedOver[] = [];
  const waited: number[] = [];
  for (let from = 0, size = count; chosen.length < count && compared.length < MOST_COMPARED; ) {
    const waiting = await readWaiting(db, waitlistId, from, size);
    if (!waiting) break;
    from = (waiting.blocks.at(-1)?.block ?? from) + 1;
    size = Math.min(2 * size, MOST_READ);
    const passedOver = await findPassedOver(db, waitlistId, waiting);
    const unanswered = await findUnanswered(db, request, waiting.seqs);
    const known = waiting.seqs.map(seq => {
      if (isDetached(seq)) return 'undeliverable';
      return passedOver.get(seq) ?? (unanswered.has(seq) ? 'unanswered' : undefined);
    });
    const others = waiting.seqs.filter((_, index) => known[index] === undefined);
    const candidates = await readCandidates(db, waitlistId, others);
    const stopped = await findStopped(db, request, candidates);
    const bySeq = new Map(candidates.map(candidate => [candidate.seq, candidate]));
    for (const [index, seq] of waiting.seqs.entries()) {
      if (chosen.length === count) break;
      waited.push(seq);
      const candidate = bySeq.get(seq);
      const reason = known[index] ?? (candidate && reasonAgainst(candidate, stopped));
      if (!reason) {
        if (candidate) chosen.push(candidate);
        continue;
      }
      if (candidate) compared.push({ seq, reason });
      if (named.length < MOST_SKIPPED) named.push({ seq, reason });
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  const people = await readCandidates(
    db,
    waitlistId,
    named.map(({ seq }) => seq),
  );
  const reasons = new Map(named.map(({ seq, reason }) => [seq, reason]));
  return {
    chosen,
    waiting: waited,
    compared,
    skipped: people.flatMap(({ seq, entryId }) => {
      const reason = reasons.get(seq);
      return reason ? [{ entryId, reason }] : [];
    }),
    skippedCounts: sortCounts(counts),
  };
}

/** Those of these people who can be invited. */
async function chooseThese(
  db: Database,
  request: InviteRequest,
  entryIds: readonly string[],
): Promise<Choice> {
  const { rows } = await db.query<Candidate & { readonly status: 'waiting' | 'invited' | 'accepted' }>(
    `SELECT e.seq, e.id AS "entryId", coalesce(e.mailbox_digest, e.email_digest) AS mailbox, q.status,
            ${isSuppressed('e.email_digest')} AS undeliverable
     FROM entries e JOIN queue q ON q.waitlist_id = e.waitlist_id AND q.seq = e.seq
     WHERE e.id = ANY ($2::uuid[]) AND e.waitlist_id = $1`,
    [request.waitlistId, entryIds],
  );
  const found = new Map(rows.map(row => [row.entryId, row]));
  const isDetached = await findDetached(db, request.waitlistId);
  const stopped = await findStopped(db, request, rows);
  const reasonAgainstPicked = (row: (typeof rows)[number]): SkipReason | null => {
    if (row.status !== 'waiting') return row.status;
    return isDetached(row.seq) ? 'undeliverable' : reasonAgainst(row, stopped);
  };
  const chosen: Candidate[] = [];
  const skipped: Skipped[] = [];
  for (const entryId of new Set(entryIds.map(id => id.toLowerCase()))) {
    const row = found.get(entryId);
    const reason = row ? reasonAgainstPicked(row) : 'not_found';
    if (row && reason === null) chosen.push(row);
    else skipped.push({ entryId, reason: reason ?? 'not_found' });
  }
  const counts = Map.groupBy(skipped, ({ reason }) => reason);
  return {
    chosen,
    waiting: [],
    compared: [],
    skipped,
    skippedCounts: sortCounts(new Map([...counts].map(([reason, people]) => [reason, people.length]))),
  };
}

/** Chooses whom to invite. With the waitlist's lock, the choice stays right until it is released. */
export function choose(db: Database, request: InviteRequest): Promise<Choice> {
  const { who } = request;
  if ('entryIds' in who) return chooseThese(db, request, who.entryIds);
  return who.among ? chooseAmong(db, request, who.count, who.among) : chooseFirst(db, request, who.count);
}

/** Whether a choice of the first who wait, made before the waitlist was locked, still names the first. */
export async function isStillFirst(
  client: pg.ClientBase,
  { waitlistId, who }: InviteRequest,
  { waiting, chosen }: Choice,
): Promise<boolean> {
  if (!('count' in who) || who.among) return false;
  const isDetached = await findDetached(client, waitlistId);
  const now = await readWaiting(client, waitlistId, 0, waiting.length);
  return (
    waiting.every((seq, index) => seq === now?.seqs[index]) && !chosen.some(({ seq }) => isDetached(seq))
  );
}

/** The next call does not compare these people again. Needs the waitlist's lock, so that none of them was erased. */
export async function rememberPassedOver(
  client: pg.ClientBase,
  waitlistId: string,
  { compared }: Choice,
): Promise<void> {
  await client.query(
    `INSERT INTO passed_over (waitlist_id, seq, reason) SELECT $1, * FROM unnest($2::integer[], $3::text[])
     ON CONFLICT DO NOTHING`,
    [waitlistId, compared.map(({ seq }) => seq), compared.map(({ reason }) => reason)],
  );
}
