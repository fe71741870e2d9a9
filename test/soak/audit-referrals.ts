import type { EntryFact, ReferralFact, Verdict } from './audit.ts';
import { type AuditedList, emailsOf, onEach } from './audit-lists.ts';
import type { Person } from './ledger.ts';

type Report = (problem: string) => void;

/** The queue as an array, in which a referral moves one entry up. */
class Queue {
  readonly #order: number[] = [];
  readonly #index = new Map<number, number>();
  readonly counts = new Map<number, number>();

  join(seq: number): void {
    this.#index.set(seq, this.#order.push(seq) - 1);
  }

  refer(seq: number, boost: number): void {
    this.counts.set(seq, (this.counts.get(seq) ?? 0) + 1);
    const from = this.#index.get(seq) ?? 0;
    const to = Math.max(0, from - boost);
    this.#order.copyWithin(to + 1, to, from);
    this.#order[to] = seq;
    for (let at = to; at <= from; at++) this.#index.set(this.#order[at] ?? 0, at);
  }

  positionOf = (seq: number): number => (this.#index.get(seq) ?? -1) + 1;
}

/** Who each entry is, by `seq`. An erased person is known by the number that they were told. */
function personOf({ list, people }: AuditedList): Map<number, Person> {
  const byEmail = new Map(people.map(person => [person.email, person]));
  const found = new Map<number, Person>();
  for (const person of people)
    if (person.erased !== 'no' && person.place) found.set(person.place.position, person);
  for (const [seq, email] of emailsOf(list)) {
    const person = byEmail.get(email);
    if (person) found.set(seq, person);
  }
  return found;
}

interface Replay {
  readonly queue: Queue;
  /** Who referred each entry that was referred, by `seq`. */
  readonly referrers: ReadonlyMap<number, number>;
  readonly referrals: readonly ReferralFact[];
}

/**
 * Replays the signups in order. Somebody who left has a place still, so nobody moves. A mailbox is credited once: what it
 * does later, under whichever address and whoever referred it, is held.
 */
function replay(audited: AuditedList): Replay {
  const { entries, boost } = audited.list;
  const people = personOf(audited);
  const seqOf = new Map([...people].map(([seq, person]) => [person, seq]));
  const queue = new Queue();
  const referrers = new Map<number, number>();
  const referrals: ReferralFact[] = [];
  const came = new Set<string>();
  for (const { seq, isErased } of entries) {
    queue.join(seq);
    const { referrer, mailbox = '' } = people.get(seq) ?? {};
    const referrerSeq = referrer ? seqOf.get(referrer) : undefined;
    if (!referrer || referrerSeq === undefined) continue;
    const isCredited = referrer.mailbox !== mailbox && !came.has(mailbox);
    came.add(mailbox);
    referrers.set(seq, referrerSeq);
    if (isCredited) queue.refer(referrerSeq, boost);
    // What was held ends when the friend leaves.
    const held = isErased ? 'revoked' : 'held';
    referrals.push({ seq, referrerSeq, state: isCredited ? 'credited' : held });
  }
  return { queue, referrers, referrals };
}

/** Every referral is in the ledger, also that of somebody who left. */
function checkLedger(
  expected: readonly ReferralFact[],
  stored: readonly ReferralFact[],
  problem: Report,
): void {
  const rows = new Map(stored.map(row => [row.seq, row]));
  for (const { seq, referrerSeq, state } of expected) {
    const row = rows.get(seq);
    rows.delete(seq);
    if (!row) problem(`the referral of number ${seq} is lost`);
    else if (row.referrerSeq !== referrerSeq)
      problem(`the referral of number ${seq} is by ${row.referrerSeq} instead of ${referrerSeq}`);
    else if (row.state !== state)
      problem(`the referral of number ${seq} is ${row.state} instead of ${state}`);
  }
  for (const seq of rows.keys()) problem(`number ${seq} has a referral, and nobody referred them`);
}

function checkEntry(
  entry: EntryFact,
  { queue, referrers }: Replay,
  codes: ReadonlyMap<number, string | null>,
  problem: Report,
): void {
  const { seq, position, referralCount, referredBy, isErased } = entry;
  const count = queue.counts.get(seq) ?? 0;
  if (position !== queue.positionOf(seq))
    problem(`number ${seq} stands at ${position} instead of ${queue.positionOf(seq)}`);
  if (referralCount !== count) problem(`number ${seq} has ${referralCount} referrals instead of ${count}`);
  const referrer = referrers.get(seq);
  const code = isErased || referrer === undefined ? null : (codes.get(referrer) ?? null);
  if (referredBy !== code) problem(`number ${seq} was referred by ${referredBy} instead of ${code}`);
}

/** Everyone stands where their referrals put them, with as many as were credited, and the ledger has each of them. */
export function checkReferrals(lists: readonly AuditedList[]): Verdict {
  const verdict = onEach('referrals are exact', lists, (audited, problem) => {
    const { entries, referrals } = audited.list;
    const replayed = replay(audited);
    // The code of someone who left is forgotten.
    const codes = new Map(entries.map(({ seq, code, isErased }) => [seq, isErased ? null : code]));
    checkLedger(replayed.referrals, referrals, problem);
    for (const entry of entries) checkEntry(entry, replayed, codes, problem);
    return referrals.length;
  });
  const states = Map.groupBy(
    lists.flatMap(({ list }) => list.referrals),
    ({ state }) => state,
  );
  const count = (state: ReferralFact['state']) => states.get(state)?.length ?? 0;
  return { ...verdict, note: `${count('held')} held, ${count('revoked')} revoked` };
}
