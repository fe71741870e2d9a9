import { hashCode } from '../../core/invitations/invitation-code.ts';
import type { InvitationFact, ListFacts, Verdict } from './audit.ts';
import { type AuditedList, emailsOf, onEach } from './audit-lists.ts';
import type { Batch, Ledger, MailedLink } from './ledger.ts';

type Report = (problem: string) => void;

/** Every acknowledged batch is there, as it was left, and a request without an answer made one at most. */
function checkBatches({ batches, entries }: ListFacts, asked: readonly Batch[], problem: Report): void {
  const stored = new Map(batches.map(batch => [batch.id, batch]));
  const erased = entries.filter(({ isErased }) => isErased).length;
  for (const { made, withdrawn } of asked) {
    if (!made) continue;
    const batch = stored.get(made.id);
    stored.delete(made.id);
    if (!batch) problem(`the batch ${made.id} is lost`);
    else if (batch.invited > made.invited || batch.invited < made.invited - erased)
      problem(`the batch ${made.id} has ${batch.invited} people instead of ${made.invited}`);
    else if (withdrawn !== 'asked' && batch.isWithdrawn !== (withdrawn === 'acknowledged'))
      problem(`the batch ${made.id} is ${batch.isWithdrawn ? '' : 'not '}withdrawn`);
  }
  const unanswered = asked.filter(({ made }) => made === null).length;
  if (stored.size > unanswered)
    problem(`${stored.size} batches are there for ${unanswered} requests without an answer`);
}

/**
 * The numbers of each batch are those of its invitations, and nobody is in it twice. Somebody whose address was in a
 * database that was detached, before they were mailed, waits again.
 */
function checkNumbers({ list: { batches, invitations }, detachments }: AuditedList, problem: Report): void {
  const members = Map.groupBy(invitations, ({ batchId }) => batchId);
  for (const { id, invited, accepted, ended, isWithdrawn } of batches) {
    const theirs = members.get(id) ?? [];
    const count = (wanted: InvitationFact['state']) => theirs.filter(({ state }) => state === wanted).length;
    if (invited !== theirs.length || accepted !== count('accepted') || ended !== count('ended'))
      problem(`the batch ${id} miscounts its people`);
    if (new Set(theirs.map(({ seq }) => seq)).size !== theirs.length)
      problem(`the batch ${id} repeats someone`);
    const isWrong = ({ state, mailed }: InvitationFact): boolean =>
      isWithdrawn ? state === 'invited' : state === 'ended' && (mailed || detachments === 0);
    if (theirs.some(isWrong))
      problem(`the batch ${id} is ${isWithdrawn ? '' : 'not '}withdrawn, and an invitation is`);
  }
}

/** States that an invitation can have, by what its link answered. */
const STATES: Readonly<Record<MailedLink['followed'], readonly InvitationFact['state'][]>> = {
  no: ['invited', 'ended'],
  asked: ['invited', 'accepted', 'ended'],
  acknowledged: ['accepted'],
  ended: ['ended'],
};

/** Each invitation reached its person, and is in the state that its link answered. */
function checkCodes(list: ListFacts, links: readonly MailedLink[], problem: Report): void {
  const emails = emailsOf(list);
  const mailed = new Map(
    links.map(link => [hashCode(new URL(link.url).searchParams.get('code') ?? '')?.toString('hex'), link]),
  );
  for (const { codeHash, seq, state, mailed: isSettled } of list.invitations) {
    const link = mailed.get(codeHash);
    mailed.delete(codeHash);
    if (state === 'invited' && !(link && isSettled)) problem(`the invitation of number ${seq} was not sent`);
    if (!link) {
      if (state === 'accepted') problem(`number ${seq} is accepted, and got no invitation`);
      continue;
    }
    if (link.person.email !== emails.get(seq))
      problem(`the invitation of number ${seq} went to ${link.person.email}`);
    if (!STATES[link.followed].includes(state))
      problem(`the invitation of number ${seq} is ${state}; redeemed: ${link.followed}`);
  }
  for (const { person } of mailed.values())
    if (person.erased === 'no') problem(`the invitation of ${person.email} is lost`);
}

/** Nobody has two invitations at once, and each entry has the status of its own. */
function checkStatus({ entries, invitations }: ListFacts, problem: Report): void {
  const live = Map.groupBy(
    invitations.filter(({ state }) => state !== 'ended'),
    ({ seq }) => seq,
  );
  for (const { seq, status } of entries) {
    const [invitation, ...others] = live.get(seq) ?? [];
    if (others.length > 0) problem(`number ${seq} has ${others.length + 1} invitations`);
    const expected = invitation?.state ?? 'waiting';
    if (status !== expected) problem(`number ${seq} is ${status} instead of ${expected}`);
  }
}

/** Invitations are made once, mailed, and end as their people and owners were told. */
export function checkInvitations({ batches, links }: Ledger, lists: readonly AuditedList[]): Verdict {
  const asked = Map.groupBy(batches, ({ list }) => list);
  const mailed = Map.groupBy(
    links.values().filter(({ kind }) => kind === 'invitation'),
    ({ person }) => person.list,
  );
  return onEach('invitations are exact', lists, (audited, problem) => {
    const { list } = audited;
    checkBatches(list, asked.get(list.slug) ?? [], problem);
    checkNumbers(audited, problem);
    checkCodes(list, mailed.get(list.slug) ?? [], problem);
    checkStatus(list, problem);
    return list.invitations.length;
  });
}
