import { LANGUAGES } from '../../../core/languages/language.ts';
import type { EntrySort, EntryStatus } from '../api/queries.ts';

const SORTS: readonly EntrySort[] = ['position', 'referrals', 'joined'];
const STATUSES: readonly EntryStatus[] = ['waiting', 'invited', 'accepted'];
export const DEFAULT_SORT: EntrySort = 'position';

/** What `list_entries` takes. */
export const Q_MAX = 254;
export const ANSWER_MAX = 500;
export const REFERRALS_MAX = 2_147_483_647;
const SOURCE_MAX = 100;
const QUESTIONS_MAX = 10;
const PAGE_MAX = 1_000_000_000;

/** Who is shown: everybody who matches all of it. */
export interface SignupsFilter {
  /** Part of an email or name. */
  readonly q?: string | undefined;
  readonly status?: EntryStatus | undefined;
  /** The first and the last day of joining, in the viewer's time: 2026-11-01. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** As the statistics name it. */
  readonly source?: string | undefined;
  readonly language?: string | undefined;
  readonly minReferrals?: number | undefined;
  /** By the key of the question. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
}

/** The state of the signups in the URL. Defaults are left out. */
export interface SignupsPlace extends SignupsFilter {
  readonly page?: number | undefined;
  readonly sort?: EntrySort | undefined;
  /** The id of the person in the drawer. */
  readonly person?: string | undefined;
}

/** The service refuses any other. */
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= 2 * max &&
  [...value].length <= max &&
  value.isWellFormed() &&
  !value.includes('\0');

const textOf = (value: unknown, max: number): string | undefined => (isText(value, max) ? value : undefined);

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find(each => each === value);

const integerOf = (value: unknown, min: number, max: number): number | undefined =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined;

/** Midnight of a day such as 2026-11-01 in this browser, or days later. Undefined: there is no such day. */
export function midnightOf(day: unknown, daysLater = 0): Date | undefined {
  if (typeof day !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const midnight = new Date(year, month - 1, date);
  const isDay = midnight.getMonth() === month - 1 && midnight.getDate() === date;
  return isDay ? new Date(year, month - 1, date + daysLater) : undefined;
}

const dayOf = (value: unknown): string | undefined => (midnightOf(value) ? String(value) : undefined);

function answersOf(value: unknown): SignupsFilter['answers'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const answers = Object.entries(value).filter(([, answer]) => isText(answer, ANSWER_MAX));
  return answers.length > 0 ? Object.fromEntries(answers.slice(0, QUESTIONS_MAX)) : undefined;
}

/** Reads it; what makes no sense is left out. */
export function toSignupsPlace(search: Record<string, unknown>): SignupsPlace {
  const { page, sort, person } = search;
  const since = dayOf(search.since);
  const until = dayOf(search.until);
  const place: SignupsPlace = {
    page: integerOf(page, 2, PAGE_MAX),
    q: textOf(search.q, Q_MAX),
    sort: sort === DEFAULT_SORT ? undefined : oneOf(SORTS, sort),
    status: oneOf(STATUSES, search.status),
    since,
    until: since !== undefined && until !== undefined && until < since ? undefined : until,
    source: textOf(search.source, SOURCE_MAX),
    language: oneOf(LANGUAGES, search.language),
    minReferrals: integerOf(search.minReferrals, 1, REFERRALS_MAX),
    answers: answersOf(search.answers),
    person: typeof person === 'string' && person !== '' ? person : undefined,
  };
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}
