import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import type { Sample } from './audit.ts';
import type { Ledger } from './ledger.ts';
import type { Stage } from './stage.ts';

const INTERVAL_MS = 2_000;

const SIZES = `
  SELECT c.relname AS name, pg_total_relation_size(c.oid)::integer AS bytes
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;

/** The first entry that has not arrived has waited longest. */
const STATE = `
  SELECT (SELECT count(*)::integer FROM entries) AS entries,
         coalesce(extract(epoch FROM clock_timestamp() - min(e.created_at)), 0)::float AS "lateSeconds"
  FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
  JOIN entries e ON e.waitlist_id = a.waitlist_id AND e.seq = a.next_seq`;

/** Looks at memory, table sizes, and deliveries every two seconds, until `stop` returns what was seen. */
export function watchService(stage: Stage, ledger: Ledger): { stop(): Promise<Sample[]> } {
  const stopping = new AbortController();
  const samples: Sample[] = [];
  const connection = { connectionString: stage.databaseUrl, query_timeout: 5_000 };

  async function look(): Promise<Sample> {
    return withClient(connection, async client => {
      const { rows } = await client.query<{ name: string; bytes: number }>(SIZES);
      const state = await client.query<Pick<Sample, 'entries' | 'lateSeconds'>>(STATE);
      return {
        at: ledger.now(),
        rssMb: stage.rssMb,
        ...(state.rows[0] ?? { entries: 0, lateSeconds: 0 }),
        tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
      };
    });
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      // During some faults there is nobody to ask.
      const sample = await look().catch(() => undefined);
      if (sample) samples.push(sample);
      await delay(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return samples;
    },
  };
}
