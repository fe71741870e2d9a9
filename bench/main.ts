import { type Bench, type RunRow, withBench } from './bench.ts';
import { runBundles } from './bundles-row.ts';
import { runEngine } from './engine/engine-row.ts';
import type { Finding } from './finding.ts';
import { runPages } from './http/pages-row.ts';
import { runReads } from './http/reads-row.ts';
import { runSignups } from './http/signups-row.ts';
import { describeMachine, type Machine } from './machine.ts';
import { type BenchOptions, type Row, readOptions, USAGE, UsageError } from './options.ts';
import { machineText, notes, table } from './report.ts';

const RUN: Readonly<Record<Row, RunRow>> = {
  engine: runEngine,
  http: runSignups,
  reads: runReads,
  pages: runPages,
  bundles: runBundles,
};

/** The usual exit status of a process that a signal ended. */
const INTERRUPTED = 130;

async function measureAll(bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const row of bench.options.rows) {
    bench.signal.throwIfAborted();
    bench.log(`-- ${row}`);
    findings.push(...(await RUN[row](bench)));
  }
  return findings;
}

async function postgresVersion(bench: Bench): Promise<string | null> {
  const needed = bench.options.rows.some(row => row !== 'bundles');
  return needed ? (await bench.database()).version : null;
}

function print(options: BenchOptions, machine: Machine, findings: readonly Finding[]): void {
  if (options.json) {
    console.log(JSON.stringify({ machine, options, findings }, null, 2));
    return;
  }
  console.log(`\n${machineText(machine)}`);
  console.log(`${options.repeat} pairs of cells of ${options.seconds} s; medians\n`);
  console.log(table(findings));
  console.log(`\n${notes(findings)}`);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(USAGE);
    return;
  }
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort(new Error('interrupted')));
  }
  try {
    const machine = describeMachine();
    const result = await withBench(options, interruption.signal, async bench => ({
      findings: await measureAll(bench),
      postgres: await postgresVersion(bench),
    }));
    print(shown(options), { ...machine, postgres: result.postgres }, result.findings);
    if (options.check && result.findings.some(({ pass }) => pass === false)) process.exitCode = 1;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    console.error('Interrupted.');
    process.exitCode = INTERRUPTED;
  }
}

/** A url of a database may hold a password. */
const shown = (options: BenchOptions): BenchOptions => ({
  ...options,
  databaseUrl: options.databaseUrl === undefined ? undefined : 'given',
});

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = 1;
});
