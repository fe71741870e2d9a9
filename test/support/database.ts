import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import { TEMPLATE } from './test-cluster.ts';

export interface TestDatabase {
  readonly url: string;
  /** Drops it, even with connections still open. */
  drop(): Promise<void>;
}

function clusterUrl(): string {
  // biome-ignore lint/style/noProcessEnv: set by global-setup.ts, the only way to pass it here.
  const url = process.env[CLUSTER_VARIABLE];
  if (!url)
    throw new Error('No test cluster: the jest project of this test lacks globalSetup (jest.config.js)');
  return url;
}

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A new, migrated, empty database for a suite, on the Postgres of this test run. Takes about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
