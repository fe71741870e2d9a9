import pg from 'pg';
import { answerParent } from '../child.ts';
import { type Call, resultOf, WARM_UP_SECONDS } from './calls.ts';
import type { Load, LoadResult, Workload } from './workload.ts';

const draw = ([from, to]: readonly [number, number]): number =>
  from + Math.floor(Math.random() * (to - from + 1));

const NAME = /(?<!:):([a-z]+)/g;

/** The next query of a workload: replaces `:name` by a parameter or by the number itself; `::type` is a cast. */
function queriesOf({ sql, ranges, counters = [], protocol }: Workload): () => pg.QueryConfig {
  const counted = new Map(counters.map(name => [name, Date.now() * 1000]));
  const value = (name: string): number => {
    const last = counted.get(name);
    if (last === undefined) return draw(ranges[name] ?? [0, 0]);
    counted.set(name, last + 1);
    return last + 1;
  };
  if (protocol === 'simple') {
    return () => {
      const names = [...Object.keys(ranges), ...counters];
      const values = Object.fromEntries(names.map(name => [name, value(name)]));
      return { text: sql.replace(NAME, (_, name: string) => String(values[name])) };
    };
  }
  const names: string[] = [];
  const text = sql.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return () => ({ name: 'workload', text, values: names.map(value) });
}

answerParent<Omit<Load, 'signal'>, LoadResult>(async ({ databaseUrl, workload, clients, seconds }) => {
  const nextQuery = queriesOf(workload);
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    }),
  );
  const calls: Call[] = [];
  const until = performance.now() + (WARM_UP_SECONDS + seconds) * 1000;
  await Promise.all(
    connections.map(async client => {
      for (let now = performance.now(); now < until; ) {
        await client.query(nextQuery());
        const after = performance.now();
        calls.push({ endedAt: after, took: after - now });
        now = after;
      }
    }),
  );
  await Promise.all(connections.map(client => client.end()));
  return resultOf(calls, workload);
});
