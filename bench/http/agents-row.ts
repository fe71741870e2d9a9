import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type pg from 'pg';
import { describeService } from '../../core/agents/instructions.ts';
import { toolOperations, toTool } from '../../core/agents/tool.ts';
import { apiOperations } from '../../core/registry.ts';
import { inTurn, type RunRow } from '../bench.ts';
import { compare, type Finding, measure, type Target } from '../finding.ts';
import { loadHttp } from './http-load.ts';
import { readersOf } from './readers.ts';
import { startServers } from './servers.ts';

const CONNECTIONS = 8;
const TARGET = { atMost: 1.5 } as const;
const ENTRIES = 20;

/** Each reader's waitlist gets a few signups to list. */
async function fillReaders(pool: pg.Pool): Promise<void> {
  await pool.query(
    `WITH lists AS (SELECT id, slug FROM waitlists WHERE slug LIKE 'reader-%'),
     made AS (
       INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT l.id, n, gen_random_uuid(), sha256(convert_to(l.slug || n, 'UTF8')), 'code' || n, now()
       FROM lists l, generate_series(1, $1::integer) n
     )
     INSERT INTO contacts (waitlist_id, seq, email, name)
     SELECT l.id, n, l.slug || '.' || n || '@bench.test', 'Ada Lovelace' FROM lists l, generate_series(1, $1::integer) n`,
    [ENTRIES],
  );
  await pool.query('ANALYZE entries, contacts');
}

/** What an agent reads before its first call, in tokens of a current model's encoding. */
function measureTokens(): Finding[] {
  const all = toolOperations(apiOperations).map(toTool);
  const tools = JSON.stringify(all.map(({ outputSchema: _, ...tool }) => tool));
  const outputs = JSON.stringify(all.map(({ outputSchema }) => outputSchema));
  const instructions = describeService({
    baseUrl: 'https://anteroom.example',
    licensePriceUsd: 49,
    proPriceUsd: 49,
    allowInsecureLoopback: false,
  });
  const tokens = (name: string, text: string, target: Target | null = null) =>
    measure({ row: 'agents', name, unit: 'tokens', target, note: 'o200k_base' }, [countTokens(text)]);
  return [
    tokens('tools/list', tools, { atMost: 14_000 }),
    tokens('output schemas', outputs, { atMost: 8_000 }),
    tokens('instructions', instructions),
  ];
}

/** The cost of agents: the tokens they read, and a tool call vs the same REST call. */
export const runAgents: RunRow = async bench => {
  const { seconds } = bench.options;
  const database = await bench.database();
  const readers = await readersOf(database.pool);
  await fillReaders(database.pool);
  const { ours: port } = await startServers(bench, database);
  let sent = 0;
  /** Microseconds per request, as seen by a client. */
  const load = async (kind: 'entries' | 'entries by tool', length = seconds): Promise<number> => {
    const source = { kind, readers, from: sent % readers.length } as const;
    const { rate, answers } = await loadHttp(
      { port, connections: CONNECTIONS, seconds: length, source, expected: 200 },
      bench.signal,
    );
    sent += answers;
    return (CONNECTIONS * 1e6) / rate;
  };
  bench.log('agents: list_entries');
  await load('entries', Math.min(seconds, 2));
  await load('entries by tool', Math.min(seconds, 2));
  const pairs = await inTurn(bench, {
    reference: () => load('entries'),
    ours: () => load('entries by tool'),
  });
  const name = `list_entries of ${ENTRIES} vs GET entries`;
  return [...measureTokens(), compare({ row: 'agents', name, unit: 'µs/call', target: TARGET }, pairs)];
};
