import { checkAnswers } from '../../../core/questions/answers.ts';
import type { Question } from '../../../core/questions/question.ts';
import type { Table } from './read-csv.ts';

/** What a column is: something about a person, `answers.` with the key of a question, or null for nothing. */
export type Target = string | null;

export const TARGETS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'email', label: 'Email' },
  { value: 'name', label: 'Name' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'order', label: 'Order in the list' },
  { value: 'source.utmSource', label: 'Source' },
  { value: 'source.utmMedium', label: 'Medium' },
  { value: 'source.utmCampaign', label: 'Campaign' },
  { value: 'source.referrerHost', label: 'Referring site' },
  { value: 'language', label: 'Language' },
];

/** Names of columns in the files of other services and of our own export, without blanks and in lower case. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['emailaddress', 'email'],
  ['mail', 'email'],
  ['name', 'name'],
  ['fullname', 'name'],
  ['firstname', 'firstName'],
  ['lastname', 'lastName'],
  ['surname', 'lastName'],
  ['position', 'order'],
  ['priority', 'order'],
  ['rank', 'order'],
  ['waitlistposition', 'order'],
  ['utmsource', 'source.utmSource'],
  ['source', 'source.utmSource'],
  ['utmmedium', 'source.utmMedium'],
  ['utmcampaign', 'source.utmCampaign'],
  ['campaign', 'source.utmCampaign'],
  ['referrerhost', 'source.referrerHost'],
  ['referringdomain', 'source.referrerHost'],
  ['httpreferrer', 'source.referrerHost'],
  ['language', 'language'],
]);

/** Rows that show what a column holds. */
const SEEN = 20;

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '');

/** What each column probably is. No target is used twice. */
export function guessTargets({ columns, rows }: Table, questions: readonly Question[]): readonly Target[] {
  const taken = new Set<string>();
  const take = (target: string | undefined): Target => {
    if (target === undefined || taken.has(target)) return null;
    taken.add(target);
    return target;
  };
  const cellsOf = (index: number) => rows.slice(0, SEEN).flatMap(row => row[index] || []);
  const guesses = columns.map((column, index) => {
    const name = plain(column);
    const question = questions.find(({ key, label }) =>
      [key, label, `answers.${key}`].some(each => plain(each) === name),
    );
    if (question) return take(`answers.${question.key}`);
    const target = KNOWN.get(name);
    // A column named position can also hold a job title.
    return target === 'order' && !cellsOf(index).every(isOrder) ? null : take(target);
  });
  if (taken.has('email')) return guesses;
  const withEmails = columns.findIndex((_, index) => cellsOf(index).some(cell => cell.includes('@')));
  return guesses.map((guess, index) => (index === withEmails ? 'email' : guess));
}

/** What a row is sorted by: a number, or the digits of a date down to the second. Anything else is last. */
function orderOf(cell: string): number {
  if (/^#?\d{1,15}$/.test(cell)) return Number(cell.replace('#', ''));
  if (!/^\d{4}-\d\d-\d\d/.test(cell)) return Number.POSITIVE_INFINITY;
  return Number(cell.replace(/\D/g, '').slice(0, 14).padEnd(14, '0'));
}

const isOrder = (cell: string): boolean => Number.isFinite(orderOf(cell));

/** A person, as `add_entries` takes them. */
interface Person {
  readonly email: string;
  readonly name?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly source?: Readonly<Record<string, string>>;
}

/** A row that can be sent. */
export interface Ready {
  readonly row: readonly string[];
  readonly person: Person;
}

/** A row that was not sent, or that the service refused. */
export interface Refused {
  readonly row: readonly string[];
  readonly reason: string;
}

const TICKED = /^(true|yes|y|on|x|1)$/i;

function answerOf({ type, options = [] }: Question, cell: string): unknown {
  if (type === 'checkbox') return TICKED.test(cell);
  if (type !== 'choices') return cell;
  return options.includes(cell) ? [cell] : cell.split(/\s*[;|,]\s*/).filter(part => part !== '');
}

/** A rough check. The service decides. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The host of a URL. Other text stays as it is. */
const hostOf = (text: string): string =>
  /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).hostname : text;

/** The cells of a row by target, without empty ones. */
type Cells = ReadonlyMap<string, string>;

function nameIn(cells: Cells): string | undefined {
  const parts = [cells.get('firstName'), cells.get('lastName')].filter(part => part !== undefined);
  return cells.get('name') ?? (parts.length > 0 ? parts.join(' ') : undefined);
}

const answersIn = (cells: Cells, questions: readonly Question[]): Record<string, unknown> =>
  Object.fromEntries(
    questions.flatMap(question => {
      const cell = cells.get(`answers.${question.key}`);
      return cell === undefined ? [] : [[question.key, answerOf(question, cell)]];
    }),
  );

const sourceIn = (cells: Cells): Record<string, string> =>
  Object.fromEntries(
    [...cells].flatMap(([target, cell]) =>
      target.startsWith('source.')
        ? [[target.slice('source.'.length), target === 'source.referrerHost' ? hostOf(cell) : cell]]
        : [],
    ),
  );

/** Why a row cannot be sent; undefined if it can. */
function faultOf(
  cells: Cells,
  answers: Record<string, unknown>,
  questions: readonly Question[],
): string | undefined {
  const email = cells.get('email');
  if (email === undefined) return 'no email';
  if (!looksLikeEmail(email)) return 'not an email';
  const order = cells.get('order');
  if (order !== undefined && !isOrder(order)) return 'order must be a number, or a date like 2026-07-31';
  const [wrong] = checkAnswers(questions, answers, 'owner').details;
  return wrong && `${wrong.path} ${wrong.message}`;
}

/** The people in a table, sorted, and the rows that cannot be sent. Rows without an order come last. */
export function toPeople(
  { rows }: Table,
  targets: readonly Target[],
  questions: readonly Question[],
): { readonly ready: readonly Ready[]; readonly refused: readonly Refused[] } {
  const found: (Ready & { readonly order: number })[] = [];
  const refused: Refused[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const cells: Cells = new Map(
      targets.flatMap((target, index) => (target === null || !row[index] ? [] : [[target, row[index]]])),
    );
    const answers = answersIn(cells, questions);
    const email = cells.get('email') ?? '';
    const fault =
      faultOf(cells, answers, questions) ??
      (seen.has(email.toLowerCase()) ? 'twice in this file' : undefined);
    if (fault !== undefined) {
      refused.push({ row, reason: fault });
      continue;
    }
    seen.add(email.toLowerCase());
    const name = nameIn(cells);
    const source = sourceIn(cells);
    const language = cells.get('language');
    const person = {
      email,
      ...(name !== undefined && { name }),
      ...(Object.keys(answers).length > 0 && { answers }),
      ...(Object.keys(source).length > 0 && { source }),
      ...(language !== undefined && { language }),
    };
    found.push({ row, person, order: orderOf(cells.get('order') ?? '') });
  }
  // Infinity - Infinity is NaN, so rows without an order keep their order.
  return { ready: found.sort((one, other) => one.order - other.order || 0), refused };
}
