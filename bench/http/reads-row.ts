import { inTurn, type RunRow } from '../bench.ts';
import { compare, type Finding, measure } from '../finding.ts';
import { loadHttp } from './http-load.ts';
import { readersOf } from './readers.ts';
import { startServers } from './servers.ts';

/** Connections, and the minimum ratio for that many. */
const CELLS = [
  [32, { atLeast: 0.6 }],
  [8, { atLeast: 0.5 }],
] as const;

/** Reads one waitlist with a key, vs a bare server that selects the same row without a key. */
export const runReads: RunRow = async bench => {
  const { seconds } = bench.options;
  const database = await bench.database();
  const readers = await readersOf(database.pool);
  const { ours, bare } = await startServers(bench, database);
  let sent = 0;
  const load = async (port: number, connections: number, length = seconds) => {
    const source = { kind: 'reads', readers, from: sent % readers.length } as const;
    const result = await loadHttp(
      { port, connections, seconds: length, source, expected: 200 },
      bench.signal,
    );
    sent += result.answers;
    return result;
  };

  const findings: Finding[] = [];
  for (const [connections, target] of CELLS) {
    bench.log(`reads: ${connections} connections`);
    const tails: number[] = [];
    await load(bare, connections, Math.min(seconds, 2));
    await load(ours, connections, Math.min(seconds, 2));
    const pairs = await inTurn(bench, {
      reference: async () => (await load(bare, connections)).rate,
      ours: async () => {
        const { rate, p99 } = await load(ours, connections);
        tails.push(p99);
        return rate;
      },
    });
    const name = `GET one waitlist, ${connections} connections`;
    findings.push(compare({ row: 'reads', name, unit: 'requests/s', target }, pairs));
    findings.push(measure({ row: 'reads', name: `${name}, p99`, unit: 'ms' }, tails));
  }
  return findings;
};
