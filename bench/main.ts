import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from '../local/cleanup.ts';
import type { Bench, BenchDatabase, RunRow } from './bench.ts';
import { runBundles } from './bundles-row.ts';
import { createDatabase, startServer } from './database.ts';
import { runEngine } from './engine/engine-row.ts';
import { runFilters } from './filters-row.ts';
import type { Finding } from './finding.ts';
import { runAgents } from './http/agents-row.ts';
import { runDatabase } from './http/database-row.ts';
import { runPages } from './http/pages-row.ts';
import { runReads } from './http/reads-row.ts';
import { runSignups } from './http/signups-row.ts';
import { runUploads } from './http/uploads-row.ts';
import { runLists } from './lists-row.ts';
import { describeMachine, type Machine, readProcessorTimes, shareStolen } from './machine.ts';
import { runMail } from './mail/mail-row.ts';
import { type BenchOptions, type Row, readOptions, USAGE, UsageError } from './options.ts';
import { machineText, notes, stolenText, table } from './report.ts';

const RUN: Readonly<Record<Row, RunRow>> = {
  engine: runEngine,
  http: runSignups,
  reads: runReads,
  pages: runPages,
  uploads: runUploads,
  mail: runMail,
  database: runDatabase,
  agents: runAgents,
  lists: runLists,
  filters: runFilters,
  bundles: runBundles,
};

/** The usual exit status of a process ended by a signal. */
const INTERRUPTED = 130;

interface Result {
  readonly findings: readonly Finding[];
  /** Rows that could not be measured, and why. */
  readonly failures: readonly { readonly row: Row; readonly reason: string }[];
  /** The share of processor time that other machines used during each row, if known. */
  readonly stolen: Readonly<Partial<Record<Row, number>>>;
}

/** Creates what rows share, passes it to `work`, and cleans up, whether `work` succeeded or not. */
async function withBench<Result>(
  options: BenchOptions,
  signal: AbortSignal,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'anteroom-bench-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    let server: Promise<string> | undefined;
    let database: Promise<BenchDatabase> | undefined;
    const bench: Bench = {
      options,
      signal,
      folder,
      cleanup,
      log: line => process.stderr.write(`${line}\n`),
      server: () => {
        server ??= startServer(bench);
        return server;
      },
      database: () => {
        database ??= createDatabase(bench);
        return database;
      },
    };
    return await work(bench);
  } finally {
    await cleanup.run();
  }
}

/** If a row fails, the others are still measured. */
async function measureAll(bench: Bench): Promise<Result> {
  const findings: Finding[] = [];
  const failures: { row: Row; reason: string }[] = [];
  const stolen: Partial<Record<Row, number>> = {};
  for (const row of bench.options.rows) {
    bench.log(`-- ${row}`);
    const before = await readProcessorTimes();
    try {
      findings.push(...(await RUN[row](bench)));
    } catch (error) {
      bench.signal.throwIfAborted();
      failures.push({ row, reason: error instanceof Error ? error.message : String(error) });
    }
    const share = shareStolen(before, await readProcessorTimes());
    if (share !== null) stolen[row] = share;
  }
  return { findings, failures, stolen };
}

async function postgresVersion(bench: Bench): Promise<string | null> {
  const needed = bench.options.rows.some(row => row !== 'bundles');
  return needed ? (await bench.database()).version : null;
}

function print(options: BenchOptions, machine: Machine, { findings, failures, stolen }: Result): void {
  if (options.json) {
    console.log(JSON.stringify({ machine, options, findings, failures, stolen }, null, 2));
    return;
  }
  console.log(`\n${machineText(machine)}`);
  console.log(`${options.repeat} pairs of cells of ${options.seconds} s; medians\n`);
  console.log(table(findings));
  console.log(`\n${[notes(findings), stolenText(stolen)].filter(Boolean).join('\n')}`);
  for (const { row, reason } of failures) console.log(`\n${row} could not be measured: ${reason}`);
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
      ...(await measureAll(bench)),
      postgres: await postgresVersion(bench),
    }));
    print(shown(options), { ...machine, postgres: result.postgres }, result);
    const missed = options.check && result.findings.some(({ pass }) => pass === false);
    if (missed || result.failures.length > 0) process.exitCode = 1;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    console.error('Interrupted.');
    process.exitCode = INTERRUPTED;
  }
}

/** A database URL may contain a password. */
const shown = (options: BenchOptions): BenchOptions => ({
  ...options,
  databaseUrl: options.databaseUrl === undefined ? undefined : 'given',
});

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = 1;
});
