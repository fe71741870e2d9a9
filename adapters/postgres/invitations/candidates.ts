import type pg from 'pg';
import type {
  InviteRequest,
  Skipped,
  SkippedCount,
  SkipReason,
} from '../../../core/invitations/invitation-store.ts';
import { MOST_UNANSWERED } from '../../../core/waitlists/invitation-plan.ts';

/** Somebody who may be invited. */
export interface Candidate {
  readonly seq: number;
  readonly entryId: string;
  readonly mailbox: Buffer;
  /** Why they can't be emailed, if the database can tell. */
  readonly undeliverable: boolean;
}

export type Database = pg.Pool | pg.ClientBase;

export interface PassedOver {
  readonly seq: number;
  readonly reason: SkipReason;
}

/** Who is invited, and who is passed over. */
export interface Choice {
  readonly chosen: readonly Candidate[];
  /** Everybody who waited up to the last who was chosen, by place. Empty for people who were picked. */
  readonly waiting: readonly number[];
  /** Those whose mailboxes were compared with those that stopped the email. */
  readonly compared: readonly PassedOver[];
  /** The first of them. */
  readonly skipped: readonly Skipped[];
  /** All of them. */
  readonly skippedCounts: readonly SkippedCount[];
}

/**
 * People that one call passes over after comparing their mailboxes with those that stopped the email. The next call knows
 * them, and starts where this one ended.
 */
export const MOST_COMPARED = 20_000;

/** Most first. */
export const sortCounts = (counts: ReadonlyMap<SkipReason, number>): SkippedCount[] =>
  [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));

/** Why someone who is waiting can't be emailed; null if they can. */
export function reasonAgainst(candidate: Candidate, stopped: ReadonlySet<Candidate>): SkipReason | null {
  if (candidate.undeliverable) return 'undeliverable';
  return stopped.has(candidate) ? 'stopped' : null;
}

/** Which of these stopped the waitlist's email. Only the server can derive what is kept of them. */
export async function findStopped(
  db: Database,
  { waitlistId, stopOf }: InviteRequest,
  candidates: readonly Candidate[],
): Promise<Set<Candidate>> {
  const stops = candidates.map(({ mailbox }) => stopOf(mailbox));
  const { rows } = await db.query<{ digest: Buffer }>(
    'SELECT digest FROM email_stops WHERE waitlist_id = $1 AND digest = ANY ($2::bytea[])',
    [waitlistId, stops],
  );
  const stopped = new Set(rows.map(({ digest }) => digest.toString('hex')));
  return new Set(candidates.filter((_, index) => stopped.has(stops[index]?.toString('hex') ?? '')));
}

/** Invitation i of batch b expired. */
export const EXPIRED = `i.state = 'ended' AND i.mailed AND b.withdrawn_at IS NULL AND b.expires_at <= clock_timestamp()`;

/** Those of these people whom a plan no longer invites. */
export async function findUnanswered(
  db: Database,
  { waitlistId, planned }: InviteRequest,
  seqs: readonly number[],
): Promise<ReadonlySet<number>> {
  if (planned === null) return new Set();
  const { rows } = await db.query<{ seq: number }>(
    `SELECT i.seq FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
     WHERE i.waitlist_id = $1 AND i.seq = ANY ($2::integer[]) AND ${EXPIRED}
     GROUP BY i.seq HAVING count(*) >= $3`,
    [waitlistId, seqs, MOST_UNANSWERED],
  );
  return new Set(rows.map(({ seq }) => seq));
}

/** Entries whose contact is in a database that is not attached, as ranges of `seq`. */
export async function findDetached(db: Database, waitlistId: string): Promise<(seq: number) => boolean> {
  const { rows } = await db.query<{ first: number; last: number }>(
    `SELECT r.first_seq AS first, r.last_seq AS last FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
     WHERE r.waitlist_id = $1 AND r.attachment_id IS DISTINCT FROM w.database_id`,
    [waitlistId],
  );
  return seq => rows.some(({ first, last }) => first <= seq && seq <= last);
}
