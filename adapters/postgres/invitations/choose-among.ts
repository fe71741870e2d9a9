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

/** People who are read at once. */
const AMONG_READ = 1_000;

/** Those of these people who wait, in this order; `passedOver`: an earlier call passed them over. */
async function readWaitingCandidates(
  db: Database,
  waitlistId: string,
  seqs: readonly number[],
): Promise<(Candidate & { readonly passedOver: SkipReason | null })[]> {
  const { rows } = await db.query<Candidate & { readonly passedOver: SkipReason | null }>(
    `SELECT e.seq, e.id AS "entryId", coalesce(e.mailbox_digest, e.email_digest) AS mailbox,
            ${isSuppressed('e.email_digest')} AS undeliverable, p.reason AS "passedOver"
     FROM unnest($2::integer[]) WITH ORDINALITY AS s (seq, n)
     JOIN entries e ON e.waitlist_id = $1 AND e.seq = s.seq
     LEFT JOIN passed_over p ON p.waitlist_id = $1 AND p.seq = s.seq
     WHERE NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = s.seq)
       AND NOT EXISTS (SELECT FROM invitations i WHERE i.waitlist_id = $1 AND i.seq = s.seq AND i.state <> 'ended')
     ORDER BY s.n`,
    [waitlistId, seqs],
  );
  return rows;
}

/** The first `count` of these people who still wait and can be emailed, in this order. */
export async function chooseAmong(
  db: Database,
  request: InviteRequest,
  count: number,
  among: readonly number[],
): Promise<Choice> {
  const { waitlistId } = request;
  const isDetached = await findDetached(db, waitlistId);
  const chosen: Candidate[] = [];
  const skipped: Skipped[] = [];
  const counts = new Map<SkipReason, number>();
  const compared: PassedOver[] = [];
  for (let from = 0; from < among.length && chosen.length < count && compared.length < MOST_COMPARED; ) {
    const some = among.slice(from, from + AMONG_READ);
    from += some.length;
    const candidates = await readWaitingCandidates(db, waitlistId, some);
    const stopped = await findStopped(db, request, candidates);
    const unanswered = await findUnanswered(db, request, some);
    for (const candidate of candidates) {
      if (chosen.length === count) break;
      const { seq, entryId } = candidate;
      const passedOver = candidate.passedOver ?? (unanswered.has(seq) ? 'unanswered' : null);
      const reason = passedOver ?? (isDetached(seq) ? 'undeliverable' : reasonAgainst(candidate, stopped));
      if (reason === null) {
        chosen.push(candidate);
        continue;
      }
      if (passedOver === null) compared.push({ seq, reason });
      if (skipped.length < MOST_SKIPPED) skipped.push({ entryId, reason });
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  return { chosen, waiting: [], compared, skipped, skippedCounts: sortCounts(counts) };
}
