import { parseArgs } from 'node:util';

export const ROWS = [
  'engine',
  'http',
  'reads',
  'pages',
  'uploads',
  'mail',
  'database',
  'agents',
  'lists',
  'filters',
  'bundles',
] as const;
export type Row = (typeof ROWS)[number];

export interface BenchOptions {
  readonly rows: readonly Row[];
  /** Entries on the hot waitlist. */
  readonly entries: number;
  /** Length of a cell. */
  readonly seconds: number;
  /** Pairs of cells; the median counts. */
  readonly repeat: number;
  readonly json: boolean;
  /** Whether a missed target fails the run. */
  readonly check: boolean;
  /** A server on which to create a temporary database. Default: the embedded Postgres. */
  readonly databaseUrl: string | undefined;
}

export const USAGE = `Usage: npm run bench -- [options]

  --only <rows>         some of ${ROWS.join(',')} (default: all)
  --entries <n>         entries on the hot waitlist (default: 1000000)
  --seconds <n>         length of each cell (default: 5)
  --repeat <n>          pairs of cells, of which the median is reported (default: 3)
  --database-url <url>  measure on this server instead of the embedded Postgres
  --json                print one JSON object and nothing else
  --check               exit with 1 if a target is missed`;

/** An error in the command line. */
export class UsageError extends Error {}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`--${name} must be a number above 0`);
  return value;
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (!Number.isInteger(value)) throw new UsageError(`--${name} must be a whole number`);
  return value;
}

function rowsOf(text: string | undefined): readonly Row[] {
  if (text === undefined) return ROWS;
  const asked = text.split(',').map(name => name.trim());
  const unknown = asked.find(name => !ROWS.includes(name as Row));
  if (unknown !== undefined) throw new UsageError(`--only: "${unknown}" is not a row`);
  return ROWS.filter(row => asked.includes(row));
}

/** @throws {UsageError} */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = (() => {
    try {
      return parseArgs({
        args: [...args],
        options: {
          only: { type: 'string' },
          entries: { type: 'string', default: '1000000' },
          seconds: { type: 'string', default: '5' },
          repeat: { type: 'string', default: '3' },
          'database-url': { type: 'string' },
          json: { type: 'boolean', default: false },
          check: { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      });
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }
  })();
  if (values.help) return 'help';
  const entries = whole('entries', values.entries);
  if (entries < 1_000 || entries > 50_000_000) {
    throw new UsageError('--entries must be between 1000 and 50000000');
  }
  return {
    rows: rowsOf(values.only),
    entries,
    seconds: positive('seconds', values.seconds),
    repeat: whole('repeat', values.repeat),
    json: values.json,
    check: values.check,
    databaseUrl: values['database-url'],
  };
}
