import type { Machine } from '../../bench/machine.ts';
import { machineText } from '../../bench/report.ts';
import { percentile } from '../../bench/statistics.ts';
import type { Verdict } from './audit.ts';
import { type Exchange, KINDS, type Ledger } from './ledger.ts';
import type { SoakOptions } from './options.ts';

/** Everything a run found. */
export interface SoakReport {
  readonly machine: Machine;
  readonly options: SoakOptions;
  /** Length of the load. */
  readonly seconds: number;
  /** How long the queues took to empty after it. */
  readonly drainSeconds: number;
  readonly shed: number;
  readonly requests: readonly RequestRow[];
  readonly faults: readonly FaultRow[];
  readonly verdicts: readonly Verdict[];
  readonly passed: boolean;
}

/** The requests of one kind. */
interface RequestRow {
  readonly kind: string;
  readonly sent: number;
  readonly done: number;
  /** 4xx. */
  readonly refused: number;
  readonly unavailable: number;
  readonly failed: number;
  readonly unanswered: number;
  readonly p50: number;
  readonly p99: number;
}

interface FaultRow {
  readonly fault: string;
  readonly times: number;
  /** Altogether, until the service answered again. */
  readonly seconds: number;
}

function requestRow(kind: string, exchanges: readonly Exchange[]): RequestRow {
  const count = (isCounted: (status: number) => boolean) =>
    exchanges.filter(({ status }) => status !== null && isCounted(status)).length;
  const answered = exchanges.filter(({ status }) => status !== null && status < 400).map(({ ms }) => ms);
  return {
    kind,
    sent: exchanges.length,
    done: count(status => status < 400),
    refused: count(status => status >= 400 && status < 500),
    unavailable: count(status => status === 503),
    failed: count(status => status >= 500 && status !== 503),
    unanswered: exchanges.length - count(() => true),
    p50: Math.round(percentile(answered, 0.5)),
    p99: Math.round(percentile(answered, 0.99)),
  };
}

export const requestRows = ({ exchanges }: Ledger): RequestRow[] =>
  KINDS.map(kind =>
    requestRow(
      kind,
      exchanges.filter(exchange => exchange.kind === kind),
    ),
  );

export function faultRows({ outages }: Ledger): FaultRow[] {
  const byName = Map.groupBy(outages, ({ fault }) => fault);
  return [...byName].map(([fault, blows]) => ({
    fault,
    times: blows.length,
    seconds: Math.round(blows.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000),
  }));
}

type Cell = string | number;

/** A Markdown table that is also readable as text: the first column on the left, figures on the right. */
function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows].map(row =>
    row.map(cell => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)),
  );
  const widths = headings.map((_, column) => Math.max(3, ...lines.map(line => line[column]?.length ?? 0)));
  const isLeft = (column: number) => typeof rows[0]?.[column] === 'string';
  const texts = lines.map(line =>
    line.map((cell, at) => (isLeft(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
  );
  const rule = widths.map((width, at) => (isLeft(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [head = [], ...body] = texts;
  return [head, rule, ...body].map(line => `| ${line.join(' | ')} |`).join('\n');
}

const EXAMPLES = 8;

function problemsText({ check, problems }: Verdict): string {
  const more = problems.length > EXAMPLES ? [`  and ${problems.length - EXAMPLES} more`] : [];
  return [`${check}:`, ...problems.slice(0, EXAMPLES).map(problem => `  ${problem}`), ...more].join('\n');
}

/** The report for people. */
export function reportText(report: SoakReport): string {
  const { machine, options, seconds, drainSeconds, shed, requests, faults, verdicts, passed } = report;
  const { rate, seed, minutes, recipients, hasten } = options;
  const again = `npm run soak -- --minutes ${minutes} --rate ${rate} --seed ${seed}${recipients > 0 ? ` --recipients ${recipients}` : ''}${hasten ? ' --hasten' : ''}`;
  return [
    machineText(machine),
    `${(seconds / 60).toFixed(1)} minutes of load, ${rate} signups per second, ${shed} requests shed; the queues drained in ${Math.round(drainSeconds)} s`,
    table(
      ['request', 'sent', 'done', '4xx', '503', 'other 5xx', 'no answer', 'p50 ms', 'p99 ms'],
      requests.map(row => Object.values(row) as Cell[]),
    ),
    table(
      ['fault', 'times', 'seconds'],
      faults.map(({ fault, times, seconds }) => [fault, times, seconds]),
    ),
    table(
      ['check', 'examined', 'problems', 'note'],
      verdicts.map(({ check, examined, problems, note = '' }) => [check, examined, problems.length, note]),
    ),
    ...verdicts.filter(({ problems }) => problems.length > 0).map(problemsText),
    `${passed ? 'Nothing was lost or doubled.' : 'FAILED.'} The same again: ${again}`,
  ].join('\n\n');
}
