import { randomBytes } from 'node:crypto';
import { inTurn, type RunRow } from '../bench.ts';
import { compare, type Finding, measure } from '../finding.ts';
import { loadHttp } from './http-load.ts';
import { startServers } from './servers.ts';

/** Connections, and the minimum ratio for that many. */
const CELLS = [
  [32, { atLeast: 0.6 }],
  [8, { atLeast: 0.4 }],
] as const;

/** Signups on one hot waitlist through the local server, vs a bare server that inserts a row. */
export const runSignups: RunRow = async bench => {
  const { seconds } = bench.options;
  const database = await bench.database();
  const { ours, bare } = await startServers(bench, database);
  const load = (port: number, connections: number, length = seconds) => {
    const source = {
      kind: 'signups',
      slug: database.list.slug,
      cell: randomBytes(6).toString('hex'),
    } as const;
    return loadHttp({ port, connections, seconds: length, source, expected: 201 }, bench.signal);
  };

  const findings: Finding[] = [];
  for (const [connections, target] of CELLS) {
    bench.log(`http: ${connections} connections`);
    const tails: number[] = [];
    const cell = async (port: number) => {
      const { rate, p99 } = await load(port, connections);
      // A cell's emails are sent during the cell; clear the rest before the next.
      await database.forgetJobs();
      if (port === ours) tails.push(p99);
      return rate;
    };
    await load(bare, connections, Math.min(seconds, 2));
    await load(ours, connections, Math.min(seconds, 2));
    await database.forgetJobs();
    const pairs = await inTurn(bench, { reference: () => cell(bare), ours: () => cell(ours) });
    const name = `POST signups, ${connections} connections`;
    findings.push(compare({ row: 'http', name, unit: 'signups/s', target }, pairs));
    findings.push(measure({ row: 'http', name: `${name}, p99`, unit: 'ms' }, tails));
  }
  return findings;
};
