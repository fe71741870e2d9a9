import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../adapters/postgres/kernel/migrate.ts';
import { localMigrations } from '../../local/migrate-database.ts';
import { type Cluster, startCluster } from '../../local/postgres/cluster.ts';

/** The database that every test database is a copy of. */
export const TEMPLATE = 'anteroom_template';

export interface TestCluster {
  /** The URL of the database used to create and drop test databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Test databases need not survive a crash; several suites share the connections. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum_naptime: '5s',
};

async function makeTemplate(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate({ connectionString: cluster.url(TEMPLATE) }, await localMigrations());
}

/** One Postgres for a test run, in a temporary folder, with a migrated template database. */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-test-'));
  let cluster: Cluster | undefined;
  const stop = async () => {
    await cluster?.stop({ force: true });
    await rm(folder, { recursive: true, force: true });
  };
  try {
    cluster = await startCluster(join(folder, 'postgres'), { settings: SETTINGS });
    await makeTemplate(cluster);
    return { url: cluster.url('postgres'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
