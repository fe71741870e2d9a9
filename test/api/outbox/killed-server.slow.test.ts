import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { KeptMessage } from '../../../local/mail/mailbox.ts';
import { createApiClient } from '../../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type RunningServer, startServer, temporaryFolder } from '../../support/local-process.ts';
import { verifies } from '../../support/verifies.ts';

const LATER = "now() + interval '1 hour'";

describe('a server that is killed between commit and send', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: RunningServer;

  const start = () =>
    startServer({
      dataDir: folder.path,
      variables: { DATABASE_URL: database.url, SIGNUPS_PER_MINUTE_PER_IP: '1000' },
    });

  beforeAll(async () => {
    [database, folder] = await Promise.all([createTestDatabase(), temporaryFolder()]);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    await client.end();
    await folder.remove();
    await database.drop();
  });

  async function joinAll(emails: readonly string[]): Promise<void> {
    const visitor = createApiClient(server.url);
    const answers = await Promise.all(emails.map(email => visitor.post('/w/hello/signups', { email })));
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 201));
  }

  /** Recipients in the outbox, and how often a worker claimed the job. */
  async function waiting(): Promise<{ email: string; attempts: number }[]> {
    const { rows } = await client.query(
      `SELECT c.email, o.attempts FROM outbox o
       JOIN entries e ON e.id = (o.payload ->> 'entryId')::uuid
       JOIN contacts c ON (c.waitlist_id, c.seq) = (e.waitlist_id, e.seq)
       WHERE o.kind = 'confirmation_email' ORDER BY c.email`,
    );
    return rows;
  }

  const recipients = (messages: readonly KeptMessage[]) => messages.map(({ to }) => to).sort();
  const sent = async () =>
    recipients((await createApiClient(server.url).get('/_local/mail.json')).body.messages);

  it(`loses no email, and repeats only those it had started to send${verifies('email.confirmation-sent', 'mail.kept-over-restart')}`, async () => {
    const begun = Array.from({ length: 20 }, (_, index) => `begun${index}@example.com`).sort();
    const unseen = Array.from({ length: 20 }, (_, index) => `unseen${index}@example.com`).sort();

    // These are sent, but the server dies before recording that.
    await client.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER not_now BEFORE DELETE ON outbox FOR EACH ROW EXECUTE FUNCTION refuse();`);
    await joinAll(begun);
    await eventually(async () => expect(await sent()).toEqual(begun));
    // These are committed, but no worker claims them before the server dies.
    await client.query(`ALTER TABLE outbox ALTER available_at SET DEFAULT ${LATER}`);
    await joinAll(unseen);
    await server.stop('SIGKILL');

    expect(await waiting()).toEqual([
      ...begun.map(email => ({ email, attempts: 1 })),
      ...unseen.map(email => ({ email, attempts: 0 })),
    ]);
    const kept = (await readFile(join(folder.path, 'mail.jsonl'), 'utf8')).trim().split('\n');
    expect(recipients(kept.map(line => JSON.parse(line) as KeptMessage))).toEqual(begun);

    // Skips the leases and the hour.
    await client.query(`
      DROP TRIGGER not_now ON outbox;
      ALTER TABLE outbox ALTER available_at SET DEFAULT now();
      UPDATE outbox SET available_at = now();`);
    server = await start();
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(await sent()).toEqual([...begun, ...begun, ...unseen].sort());
  });
});
