import { CONNECTOR_LIMITS } from '../../core/customer-database/connector.ts';
import type { ListFacts, Verdict } from './audit.ts';
import type { Person } from './ledger.ts';

/** A waitlist, and everyone who signed up to it. */
export interface AuditedList {
  readonly list: ListFacts;
  readonly people: readonly Person[];
  /** How often its owner detached their database. */
  readonly detachments: number;
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

/** The most rows that are on their way at once, and may be in both databases after detaching (ADR 12). */
const MOST_ON_THE_WAY = CONNECTOR_LIMITS.append;

/**
 * Everyone who joined while the customer's database was attached is once in its table, as they are here, and their contact
 * nowhere else. Those who were not delivered before it was detached are here, with those who joined meanwhile.
 */
export function checkCustomerRows(lists: readonly AuditedList[]): Verdict {
  let stayed = 0;
  let inBoth = 0;
  const verdict = onEach("customers' rows exist once", lists, ({ list, detachments }, problem) => {
    const { entries, rows } = list;
    if (rows === null) return 0;
    const byId = new Map(rows.map(row => [row.id, row]));
    const byEmail = Map.groupBy(rows, ({ email }) => email);
    for (const [email, same] of byEmail) if (same.length > 1) problem(`${email} has ${same.length} rows`);
    let doubled = 0;
    for (const { id, seq, email, position, code, referredBy, isErased, delivery } of entries) {
      const row = byId.get(id);
      if (isErased) continue;
      byId.delete(id);
      if (delivery === 'none') {
        stayed++;
        if (row) doubled++;
        if (row && row.email !== email) problem(`number ${seq} is ${email} here, and ${row.email} there`);
        continue;
      }
      if (delivery === 'due' || !row) problem(`number ${seq} has no row`);
      else if (row.position !== position || row.code !== code || row.referredBy !== referredBy)
        problem(`the row of number ${seq} differs: ${JSON.stringify({ ...row, email: undefined })}`);
      if (email !== null) problem(`the contact of number ${seq} is still here`);
    }
    for (const id of byId.keys()) problem(`the row ${id} belongs to nobody`);
    if (doubled > detachments * MOST_ON_THE_WAY) problem(`${doubled} people are in both databases`);
    inBoth += doubled;
    return rows.length;
  });
  return { ...verdict, note: `${stayed} stayed here when detached, ${inBoth} in both` };
}
