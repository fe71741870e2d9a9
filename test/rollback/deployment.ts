import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate, readMigrations } from '../../adapters/postgres/migrate.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { type RunningServer, startServer, temporaryFolder } from '../support/local-process.ts';
import { startTestCluster } from '../support/test-cluster.ts';
import { type Checkout, MIGRATIONS } from './previous-release.ts';

let lists = 0;

/** What a deployment must not interrupt: a list is made, joined, read, changed and deleted. */
async function exercise(client: ApiClient): Promise<void> {
  const slug = `deployed-${++lists}`;
  const answered = async (answer: ReturnType<ApiClient['get']>, status: number) => {
    const { status: found, body } = await answer;
    assert.equal(found, status, `${slug}: ${JSON.stringify(body)}`);
    return body;
  };
  await answered(client.post('/api/v1/waitlists', { name: 'Deployed', slug }), 201);
  await answered(client.get(`/w/${slug}`), 200);
  const join = (name: string, referralCode?: string) =>
    client.post(`/w/${slug}/signups`, {
      email: `${name}@example.test`,
      name,
      ...(referralCode && { referralCode }),
    });
  const first = await answered(join('ada'), 201);
  const code = new URL(first.referralLink).searchParams.get('ref') ?? '';
  assert.equal((await answered(join('grace', code), 201)).position, 2);
  await answered(join('ada'), 200);
  const page = await answered(client.get(`/api/v1/waitlists/${slug}/entries`), 200);
  assert.deepEqual(
    page.entries.map((entry: { email: string; referralCount: number }) => [entry.email, entry.referralCount]),
    [
      ['grace@example.test', 0],
      ['ada@example.test', 1],
    ],
  );
  await answered(client.patch(`/api/v1/waitlists/${slug}`, { name: 'Changed' }), 200);
  await answered(client.get('/api/v1/me'), 200);
  await answered(client.delete(`/api/v1/waitlists/${slug}`), 200);
}

/** Several at a time, so that more than one connection has planned its statements. */
async function exerciseServer(server: RunningServer): Promise<void> {
  const key = (await readFile(join(server.dataDir, 'api-key'), 'utf8')).trim();
  const client = createApiClient(server.url, key);
  await Promise.all(Array.from({ length: 4 }, () => exercise(client)));
}

/**
 * A deployment and a rollback as they happen: the previous release serves while this one migrates, is started again on the
 * new schema, and makes way for this one at last.
 */
export async function checkDeployment({ folder }: Checkout): Promise<void> {
  const cluster = await startTestCluster();
  const data = await temporaryFolder();
  let server: RunningServer | undefined;
  try {
    const url = new URL(cluster.url);
    url.pathname = '/deployment';
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query('CREATE DATABASE deployment');
    await client.end();

    const variables = { DATABASE_URL: url.href, SIGNUPS_PER_MINUTE_PER_IP: '10000' };
    const previous = [process.execPath, join(folder, 'local/main.ts')] as const;
    server = await startServer({ dataDir: data.path, variables, command: previous });
    await exerciseServer(server);
    const applied = await migrate(
      { connectionString: url.href },
      await readMigrations(pathToFileURL(`${MIGRATIONS}/`)),
    );
    console.log(`Migrated while the previous release serves: ${applied.join(', ') || 'nothing new'}`);
    await exerciseServer(server);
    await server.stop();

    server = await startServer({ dataDir: data.path, variables, command: previous });
    await exerciseServer(server);
    await server.stop();

    server = await startServer({ dataDir: data.path, variables });
    await exerciseServer(server);
  } finally {
    await server?.stop();
    await data.remove();
    await cluster.stop();
  }
}
