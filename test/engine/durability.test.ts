import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, readMigrations } from '../../adapters/postgres/kernel/migrate.ts';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import type { NewSignup } from '../../core/signups/signup-store.ts';
import { type Cluster, startCluster } from '../../local/postgres/cluster.ts';
import { callJoin, STORE_OPTIONS, signupOf, slugOf } from './engine-fixture.ts';

/** Unflushed commits stay in memory for seconds, so only the engine's own flush writes them to disk. */
const SETTINGS = { wal_writer_delay: '10s', autovacuum: 'off', bgwriter_lru_maxpages: '0' };

let folder: string;
let cluster: Cluster;

async function withPool<Result>(use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: cluster.url('postgres'), max: 4 });
  // Postgres is killed while the pool is connected.
  pool.on('error', () => {});
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

const start = () => startCluster(join(folder, 'postgres'), { settings: SETTINGS });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anteroom-durability-'));
  cluster = await start();
  const migrations = await readMigrations(new URL('../../migrations/', import.meta.url));
  await migrate({ connectionString: cluster.url('postgres') }, migrations);
});

afterAll(async () => {
  await cluster?.stop({ force: true });
  await rm(folder, { recursive: true, force: true });
});

async function createWaitlist(pool: pg.Pool): Promise<string> {
  const [accountId, id] = [randomUUID(), randomUUID()];
  await pool.query('INSERT INTO accounts (id, email) VALUES ($1, $2)', [accountId, `${accountId}@x.test`]);
  await pool.query(`INSERT INTO waitlists (id, account_id, slug, name) VALUES ($1, $2, $3, 'List')`, [
    id,
    accountId,
    slugOf(id),
  ]);
  return id;
}

/** The entries that have a contact and a confirmation email to send, in order. */
async function complete(pool: pg.Pool, waitlistId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT q.id FROM queue q JOIN outbox o ON o.payload->>'entryId' = q.id::text
     WHERE q.waitlist_id = $1 AND q.email IS NOT NULL ORDER BY q.position`,
    [waitlistId],
  );
  return rows.map(({ id }) => id);
}

const attemptAll = (pool: pg.Pool, waitlistId: string, signups: readonly NewSignup[]) => {
  const store = createSignupStore(pool, STORE_OPTIONS);
  return Promise.all(
    signups.map(signup =>
      store.attempt(slugOf(waitlistId), {
        networks: { near: randomBytes(16), wide: null },
        origin: null,
        redirectOrigin: null,
        hasAnswers: false,
        signup,
      }),
    ),
  );
};

it.each([
  ['one signup', 1, callJoin],
  ['several signups', 3, callJoin],
  ['one attempt', 1, attemptAll],
  ['several attempts', 9, attemptAll],
] as const)('%s survives a crash right after the answer', async (_, count, send) => {
  const { waitlistId, ids } = await withPool(async pool => {
    const waitlistId = await createWaitlist(pool);
    const signups = Array.from({ length: count }, (_, n) => signupOf(`p${n}@x.test`));
    await send(pool, waitlistId, signups);
    // An immediate shutdown: nothing is flushed or checkpointed.
    await cluster.stop({ force: true });
    return { waitlistId, ids: signups.map(({ entryId }) => entryId) };
  });
  cluster = await start();
  const found = await withPool(pool => complete(pool, waitlistId));
  expect(found.toSorted()).toEqual(ids.toSorted());
});
