import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import { describeMachine } from '../../bench/machine.ts';
import { announceToMany } from './announce-to-many.ts';
import { audit, type Facts, type Verdict } from './audit.ts';
import { writeExchanges } from './client.ts';
import { drain } from './drain.ts';
import { readList, readRemains } from './facts.ts';
import { runFaults } from './faults.ts';
import { everyone, type Ledger, openLedger } from './ledger.ts';
import { createLists, type SoakList } from './lists.ts';
import { startLoad } from './load.ts';
import { watchMail } from './mail.ts';
import { readOptions, type SoakOptions, USAGE, UsageError } from './options.ts';
import { faultRows, reportText, requestRows, type SoakReport } from './report.ts';
import { type Stage, setStage } from './stage.ts';
import { watchService } from './watch.ts';

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

type Seen = Pick<Facts, 'told' | 'forged' | 'jobs' | 'crashes' | 'samples'>;

async function readFacts(
  { databaseUrl, dataDir }: Stage,
  ledger: Ledger,
  lists: readonly SoakList[],
  seen: Seen,
): Promise<Facts & { postgres: string }> {
  return withClient({ connectionString: databaseUrl }, async client => {
    const read = [];
    for (const list of lists) read.push(await readList(client, list));
    const digestKey = Buffer.from(await readFile(join(dataDir, 'digest-key'), 'utf8'), 'base64');
    const remains = await readRemains(client, { digestKey, people: everyone(ledger), lists: read });
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { ...seen, lists: read, remains, postgres: rows[0]?.server_version ?? '' };
  });
}

async function soak(stage: Stage, options: SoakOptions): Promise<SoakReport> {
  const { minutes, rate, seed, recipients, hasten, record } = options;
  const machine = describeMachine();
  const lists = await createLists(stage);
  const ledger = openLedger();
  watchMail(stage, ledger);
  const watch = watchService(stage, ledger);
  const load = startLoad({ url: stage.url, ledger, lists, rate, seed });
  const many: Verdict[] = [];
  try {
    if (recipients > 0) many.push(await announceToMany({ stage, ledger, log }, recipients));
    await runFaults({ stage, load, ledger, lists, minutes, seed, log });
  } finally {
    await load.stop();
  }
  const seconds = ledger.now() / 1_000;
  const samples = await watch.stop();
  log('The load is over. Waiting for the queues …');
  const { seconds: drainSeconds, ...jobs } = await drain(stage, hasten);
  log('Auditing …');
  const { postgres, ...facts } = await readFacts(stage, ledger, lists, {
    told: [...stage.receiver.told.values()],
    forged: stage.receiver.surprises,
    jobs,
    crashes: stage.server.crashes,
    samples,
  });
  if (record) await writeExchanges(join(record, 'requests.jsonl'), ledger.exchanges);
  const verdicts: Verdict[] = [...many, ...audit(ledger, facts)];
  return {
    machine: { ...machine, postgres },
    options,
    seconds,
    drainSeconds,
    shed: ledger.shed,
    requests: requestRows(ledger),
    faults: faultRows(ledger),
    verdicts,
    passed: verdicts.every(({ problems }) => problems.length === 0),
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(USAGE);
    return;
  }
  log(`Seed ${options.seed}`);
  const stage = await setStage(log, options.record);
  const interrupt = () => stage.stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  try {
    const report = await soak(stage, options);
    console.log(options.json ? JSON.stringify(report, null, 2) : `\n${reportText(report)}`);
    if (!report.passed) process.exitCode = 1;
  } finally {
    await stage.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = 1;
});
