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

/** The header line. Excel takes the file for UTF-8 only if it starts with a byte order mark. */
export const CSV_HEADER: string = `\uFEFF${line(COLUMNS)}`;

export const toCsvLine = (entry: EntryRecord, link: string): string =>
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
  ]);
