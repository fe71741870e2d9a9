import type { EntryFact, ListFacts, Verdict } from './audit.ts';
import type { Person } from './ledger.ts';

/** A waitlist, and everyone who signed up to it. */
export interface AuditedList {
  readonly list: ListFacts;
  readonly people: readonly Person[];
}

/** Runs a check on each list. @returns one verdict */
export function onEach(
  check: string,
  lists: readonly AuditedList[],
  examine: (list: AuditedList, problem: (text: string) => void) => number,
): Verdict {
  const problems: string[] = [];
  let examined = 0;
  for (const audited of lists)
    examined += examine(audited, text => problems.push(`${audited.list.slug}: ${text}`));
  return { check, examined, problems };
}

/** The email of each entry, wherever it is kept, by `seq`. */
export function emailsOf({ entries, rows }: ListFacts): Map<number, string> {
  const away = new Map(rows?.map(({ id, email }) => [id, email]));
  return new Map(
    entries.flatMap(({ seq, id, email }) => {
      const known = email ?? away.get(id);
      return known === undefined ? [] : [[seq, known] as const];
    }),
  );
}

const ofEmail = (emails: ReadonlyMap<number, string>): Map<string, number[]> => {
  const seqs = new Map<string, number[]>();
  for (const [seq, email] of emails) seqs.set(email, [...(seqs.get(email) ?? []), seq]);
  return seqs;
};

/** Every acknowledged signup exists once, in the place that its visitor was told. */
export const checkSignups = (lists: readonly AuditedList[]): Verdict =>
  onEach('acknowledged signups exist once', lists, ({ list, people }, problem) => {
    const emails = emailsOf(list);
    const seqs = ofEmail(emails);
    const asked = new Set(people.map(({ email }) => email));
    const entries = new Map(list.entries.map(entry => [entry.seq, entry]));
    for (const person of people) {
      const { email, acknowledged, place, erased } = person;
      const [seq, ...others] = seqs.get(email) ?? [];
      if (others.length > 0) problem(`${email} is there ${others.length + 1} times`);
      if (erased !== 'no') continue;
      if (seq === undefined) {
        if (acknowledged) problem(`${email} is lost`);
      } else if (place && (seq !== place.position || entries.get(seq)?.code !== place.code)) {
        problem(`${email} joined as ${seq}, and was told ${place.position}`);
      }
    }
    for (const email of seqs.keys()) if (!asked.has(email)) problem(`${email} never signed up`);
    for (const { seq, isErased } of list.entries)
      if (!isErased && !emails.has(seq)) problem(`the contact of number ${seq} is gone`);
    const erasures = people.filter(({ erased }) => erased !== 'no').length;
    const erased = list.entries.filter(({ isErased }) => isErased).length;
    if (erased > erasures) problem(`${erased} people are erased, and ${erasures} were asked to be`);
    return people.filter(({ acknowledged }) => acknowledged).length;
  });

/** Numbers and positions are 1 to n, each once. */
export const checkPositions = (lists: readonly AuditedList[]): Verdict =>
  onEach('positions are 1 to n', lists, ({ list: { entries } }, problem) => {
    const sorted = (numbers: readonly (number | null)[]) =>
      numbers.map(number => number ?? Number.NaN).sort((a, b) => a - b);
    const isWrong = (number: number, index: number) => number !== index + 1;
    const seq = sorted(entries.map(entry => entry.seq)).findIndex(isWrong);
    if (seq !== -1) problem(`number ${seq + 1} is missing or there twice`);
    const position = sorted(entries.map(entry => entry.position)).findIndex(isWrong);
    if (position !== -1) problem(`position ${position + 1} is missing or held twice`);
    return entries.length;
  });

/** Everyone is told how many people in front still wait. */
export const checkAhead = (lists: readonly AuditedList[]): Verdict =>
  onEach('people ahead are counted right', lists, ({ list: { entries } }, problem) => {
    let waiting = 0;
    for (const { seq, position, ahead, status, isErased } of entries.toSorted(
      (a, b) => (a.position ?? 0) - (b.position ?? 0),
    )) {
      if (ahead !== waiting)
        problem(`number ${seq} at ${position} has ${ahead} people ahead instead of ${waiting}`);
      if (!isErased && status === 'waiting') waiting += 1;
    }
    return entries.length;
  });

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

/** Replays the signups in order: everyone stands where their referrals put them, with as many as they made. */
export const checkReferrals = (lists: readonly AuditedList[]): Verdict =>
  onEach('referrals are exact', lists, (audited, problem) => {
    const { entries, boost } = audited.list;
    const people = personOf(audited);
    const seqOf = new Map([...people].map(([seq, person]) => [person, seq]));
    const codes = new Map(entries.map(({ seq, code }) => [seq, code]));
    const erased = new Set(entries.filter(({ isErased }) => isErased).map(({ seq }) => seq));
    const queue = new Queue();
    let referred = 0;
    /** Who referred an entry, by `seq`. */
    const referrerOf = ({ seq }: EntryFact): number | undefined => {
      const referrer = people.get(seq)?.referrer;
      return referrer ? seqOf.get(referrer) : undefined;
    };
    for (const entry of entries) {
      queue.join(entry.seq);
      const referrer = referrerOf(entry);
      if (referrer === undefined) continue;
      referred++;
      queue.refer(referrer, boost);
    }
    for (const entry of entries) {
      const { seq, position, referralCount, referredBy, isErased } = entry;
      const count = queue.counts.get(seq) ?? 0;
      if (position !== queue.positionOf(seq))
        problem(`number ${seq} stands at ${position} instead of ${queue.positionOf(seq)}`);
      if (referralCount !== count)
        problem(`number ${seq} has ${referralCount} referrals instead of ${count}`);
      const referrer = referrerOf(entry);
      const isForgotten = isErased || referrer === undefined || erased.has(referrer);
      const code = isForgotten ? null : codes.get(referrer);
      if (referredBy !== code) problem(`number ${seq} was referred by ${referredBy} instead of ${code}`);
    }
    return referred;
  });

/** Every signup of an attached list is once in the customer's table, as it is here, and its contact nowhere else. */
export const checkCustomerRows = (lists: readonly AuditedList[]): Verdict =>
  onEach("customers' rows exist once", lists, ({ list: { entries, rows } }, problem) => {
    if (rows === null) return 0;
    const byId = Map.groupBy(rows, ({ id }) => id);
    const byEmail = Map.groupBy(rows, ({ email }) => email);
    for (const [email, same] of byEmail) if (same.length > 1) problem(`${email} has ${same.length} rows`);
    for (const { id, seq, email, position, code, referredBy, isErased } of entries) {
      const [row] = byId.get(id) ?? [];
      byId.delete(id);
      if (isErased) continue;
      if (email !== null) problem(`the contact of number ${seq} is still here`);
      if (!row) problem(`number ${seq} has no row`);
      else if (row.position !== position || row.code !== code || row.referredBy !== referredBy)
        problem(`the row of number ${seq} differs: ${JSON.stringify({ ...row, email: undefined })}`);
    }
    for (const id of byId.keys()) problem(`the row ${id} belongs to nobody`);
    return rows.length;
  });
