import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { verifies } from '../../support/verifies.ts';

describe('a server that is killed between commit and send', () => {
  let database: TestDatabase;
  let dataDir: string;
  let server: ServerProcess;

  const start = () =>
    startServerProcess({
      databaseUrl: database.url,
      dataDir,
      environment: { SIGNUPS_PER_MINUTE_PER_IP: '1000' },
    });

  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'anteroom-killed-'));
    server = await start();
  }, 30_000);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    await database.drop();
  });

  it(`loses no email${verifies('email.confirmation-sent', 'mail.kept-over-restart')}`, async () => {
    const emails = Array.from({ length: 40 }, (_, index) => `v${index}@example.com`);
    const visitor = createApiClient(server.url);
    const answers = await Promise.all(emails.map(email => visitor.post('/w/hello/signups', { email })));
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 201));
    // A wake-up takes a second, so nothing has been sent when the answers arrive.
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');

    server = await start();
    await eventually(async () => {
      const { body } = await createApiClient(server.url).get('/_local/mail.json');
      expect(body.messages.map(({ to }: { to: string }) => to).sort()).toEqual([...emails].sort());
    }, 20_000);
  }, 60_000);
});
