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
] as const;

/**
 * Spreadsheets take such a cell for a formula, which may send the sheet away; people type their names themselves. Where a
 * semicolon or a tab separates cells, as in many countries, a cell begins behind each of those and each line break too.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** A field of RFC 4180; what a spreadsheet would run stands behind an apostrophe, by which it is text. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(field).join(',')}\r\n`;

/** The first line, which names the columns. */
export const CSV_HEADER: string = line(COLUMNS);

/** The line of one signup. */
export const toCsvLine = (entry: EntryRecord): string =>
  line([
    entry.id,
    entry.email,
    entry.name,
    entry.position,
    entry.referralCode,
    entry.referralCount,
    entry.referredBy,
    entry.createdAt.toISOString(),
  ]);
