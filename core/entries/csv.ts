import type { Answer } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import type { EntryRecord } from './entry-store.ts';

const COLUMNS = [
  'id',
  'email',
  'name',
  'position',
  'referral_code',
  'referral_count',
  'referred_by',
  'created_at',
  'referral_link',
  'status',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer_host',
  'language',
] as const;

/**
 * Spreadsheets run such a cell as a formula, which could leak the sheet, and visitors type their own names.
 * In locales that separate cells by semicolons or tabs, a cell also starts after each of those, and after
 * line breaks.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** An RFC 4180 field. An apostrophe before anything a spreadsheet would run makes it text. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(field).join(',')}\r\n`;

/** The questions whose answers have columns of their own. */
export interface CsvQuestions {
  /** In order: current questions, then removed ones that have answers. */
  readonly keys: readonly string[];
  /** Of checkboxes. */
  readonly consents: readonly string[];
}

/** @param answered - the keys of answers that were counted */
export function csvQuestions(
  questions: readonly Question[],
  answered: readonly { readonly key: string; readonly isCheckbox: boolean }[],
): CsvQuestions {
  const removed = answered.filter(({ key }) => questions.every(question => question.key !== key));
  const checkboxes = [
    ...questions.filter(({ type }) => type === 'checkbox'),
    ...removed.filter(({ isCheckbox }) => isCheckbox),
  ];
  return {
    keys: [...questions, ...removed].map(({ key }) => key),
    consents: checkboxes.map(({ key }) => key),
  };
}

/** The header line. Excel takes the file for UTF-8 only if it starts with a byte order mark. */
export const csvHeader = ({ keys, consents }: CsvQuestions): string =>
  `\uFEFF${line([
    ...COLUMNS,
    ...keys.map(key => `answers.${key}`),
    ...consents.flatMap(key => [`consent.${key}`, `consent.${key}.at`]),
  ])}`;

function answerCell(answer: Answer | undefined): string | null {
  if (answer === undefined) return null;
  return typeof answer === 'object' ? answer.join('; ') : String(answer);
}

const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

export const toCsvLine = (entry: EntryRecord, link: string, { keys, consents }: CsvQuestions): string =>
  line([
    entry.id,
    entry.email,
    entry.name,
    entry.position,
    entry.referralCode,
    entry.referralCount,
    entry.referredBy,
    entry.createdAt.toISOString(),
    link,
    entry.status,
    entry.source.utmSource,
    entry.source.utmMedium,
    entry.source.utmCampaign,
    entry.source.referrerHost,
    entry.language,
    ...keys.map(key => answerCell(own(entry.answers, key))),
    ...consents.flatMap(key => {
      const consent = own(entry.consents, key);
      return [consent?.label ?? null, consent?.at ?? null];
    }),
  ]);
