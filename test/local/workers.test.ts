import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { Cleanup } from '../../local/cleanup.ts';
import { joinWorkers } from '../../local/workers.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const HELD = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.granted AND d.datname = current_database()`;

let cleanup: Cleanup;
let client: pg.Client;
let url: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  const database = await createTestDatabase();
  url = database.url;
  cleanup.add(() => database.drop());
  client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanup.add(() => client.end());
});
afterEach(() => cleanup.run());

const addJob = (kind: string, attempts: number, reason: string | null, parked = false) =>
  client.query(
    `INSERT INTO outbox (kind, waitlist_id, attempts, last_error, available_at, parked_at)
     VALUES ($1, gen_random_uuid(), $2, $3, now() + interval '2 minutes', CASE WHEN $4 THEN now() END)`,
    [kind, attempts, reason, parked],
  );

async function dueKinds(): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(
    'SELECT kind FROM outbox WHERE available_at <= clock_timestamp() ORDER BY kind',
  );
  return rows.map(({ kind }) => kind);
}

/** Their connections. */
const servers = async () => (await client.query<{ pid: number }>(HELD)).rows.map(({ pid }) => pid);

it('runs the jobs of killed servers at once, and no others that wait', async () => {
  await addJob('leased', 1, null);
  await addJob('deliver_signups', 1, null);
  await addJob('postponed', 1, 'account_limit');
  await addJob('scheduled', 0, null);
  await addJob('parked', 1, null, true);
  cleanup.add((await joinWorkers(url)).stop);
  expect(await dueKinds()).toEqual(['leased']);
});

it('leaves the jobs of servers that run alone, also after Postgres ended their connections', async () => {
  const first = await joinWorkers(url);
  cleanup.add(first.stop);
  await addJob('leased', 1, null);
  const [pid] = await servers();
  const second = await joinWorkers(url);
  cleanup.add(second.stop);
  expect(await dueKinds()).toEqual([]);
  expect(await servers()).toHaveLength(2);
  await second.stop();

  await client.query('SELECT pg_terminate_backend($1)', [pid]);
  await eventually(async () => expect(await servers()).not.toContain(pid));
  await eventually(async () => expect(await servers()).toHaveLength(1));
  cleanup.add((await joinWorkers(url)).stop);
  expect(await dueKinds()).toEqual([]);
  await first.stop();
  await eventually(async () => expect(await servers()).toHaveLength(1));
});

it('says so when there is no database', async () => {
  const missing = new URL(url);
  missing.pathname = '/missing';
  await expect(joinWorkers(missing.href)).rejects.toThrow('does not exist');
});
