import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { clientSettings } from '../../adapters/aws-client.ts';
import { createSesQuota } from '../../adapters/ses/quota.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { type KeptMessage, openMailbox } from '../../local/mail/mailbox.ts';
import { startSes } from '../../local/stand-ins/ses.ts';
import { REGION } from '../../local/stand-ins/stand-in.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startServer, temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const message = (id: string): KeptMessage => ({
  id,
  to: `${id}@example.com`,
  from: 'Anteroom <hello@anteroom.test>',
  subject: `Subject ${id}`,
  html: '<!doctype html><html><head></head><body>é\n</body></html>',
  text: 'é',
  headers: { 'Auto-Submitted': 'auto-generated' },
  sentAt: '2026-01-02T03:04:05.678Z',
});

const cleanup = new Cleanup();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterEach(() => cleanup.run());
afterAll(() => folder.remove());

describe('the mailbox', () => {
  it('keeps many messages in order, and drops an incomplete line', async () => {
    const file = join(folder.path, 'box.jsonl');
    const box = await openMailbox(file);
    await Promise.all(Array.from({ length: 450 }, (_, index) => box.append(message(`m${index}`))));
    await box.close();
    await appendFile(file, '{"id":"torn');

    const again = await openMailbox(file);
    expect(again.size).toBe(450);
    await again.append(message('last'));
    const ids: string[] = [];
    for await (const lines of again.newestFirst()) {
      for (const line of lines) ids.push((JSON.parse(line) as KeptMessage).id);
    }
    expect(ids).toEqual(['last', ...Array.from({ length: 450 }, (_, index) => `m${449 - index}`)]);
    const [second] = await again.list({ skip: 1, limit: 1 });
    expect(second).toEqual(message('m449'));
    expect(await again.list({ skip: 1_000, limit: 5 })).toEqual([]);
    await again.close();
  });

  it(`stores every message before SES accepts it${verifies('mail.every-message-kept')}`, async () => {
    const file = join(folder.path, 'ses.jsonl');
    const box = await openMailbox(file);
    cleanup.add(() => box.close());
    const ses = await startSes({ mailbox: box });
    cleanup.add(() => ses.stop());
    const client = new SESv2Client(clientSettings({ region: REGION, endpoint: ses.endpoint }));
    const send = (subject: string) =>
      client.send(
        new SendEmailCommand({
          FromEmailAddress: 'a@example.com',
          Destination: { ToAddresses: ['b@example.com'] },
          Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: 'Hello' } } } },
        }),
      );
    for (let index = 0; index < 5; index++) {
      const { MessageId } = await send(`Mail ${index}`);
      expect(await readFile(file, 'utf8')).toContain(`"id":"${MessageId}"`);
    }
    await expect(send('')).rejects.toThrow();
    expect(box.size).toBe(5);
    client.destroy();
  });
});

describe('the quota of the local SES', () => {
  const open = async (quota?: { perSecond: number; perDay: number }) => {
    const ses = await startSes({ mailbox: { append: async () => {} }, ...(quota && { quota }) });
    cleanup.add(() => ses.stop());
    return {
      read: createSesQuota({ region: REGION, endpoint: ses.endpoint }),
      client: new SESv2Client({
        ...clientSettings({ region: REGION, endpoint: ses.endpoint }),
        maxAttempts: 1,
      }),
    };
  };

  const hello = () =>
    new SendEmailCommand({
      FromEmailAddress: 'a@example.com',
      Destination: { ToAddresses: ['b@example.com'] },
      Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } } },
    });

  it('is that of `GetAccount`, which answers once a second', async () => {
    const { read, client } = await open({ perSecond: 14, perDay: 200 });
    await client.send(hello());
    expect(await read()).toEqual({ perSecond: 14, perDay: 200, sentToday: 1 });
    await expect(read()).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    client.destroy();
  });

  it.each([
    // Three at once fall into two seconds at most.
    ['in this second', { perSecond: 1, perDay: -1 }, 'Maximum sending rate exceeded.'],
    ['in this day', { perSecond: 14, perDay: 2 }, 'Daily message quota exceeded.'],
  ])('refuses more %s', async (_when, quota, message) => {
    const { client } = await open(quota);
    const answers = await Promise.allSettled([1, 2, 3].map(() => client.send(hello())));
    const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ name: 'TooManyRequestsException', message });
    client.destroy();
  });

  it('has no end of the day by default', async () => {
    expect(await (await open()).read()).toMatchObject({ perDay: null });
  });
});

describe('the mail of a local run', () => {
  it(`can be read, newest first, even after a restart${verifies('mail.page', 'mail.json-shape', 'mail.headers', 'mail.newest-first', 'mail.kept-over-restart')}`, async () => {
    const dataDir = join(folder.path, 'data');
    let server = await startServer({ dataDir, port: await freePort() });
    const signUp = async (email: string) => {
      const response = await fetch(`${server.url}/w/hello/signups`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      expect(response.status).toBe(201);
    };
    const mail = async () =>
      (await fetch(`${server.url}/_local/mail.json`)).json() as Promise<{ messages: KeptMessage[] }>;
    const arrived = (count: number) =>
      eventually(async () => {
        const { messages } = await mail();
        expect(messages).toHaveLength(count);
        return messages;
      });

    await signUp('first@example.com');
    await arrived(1);
    await signUp('second@example.com');
    const messages = await arrived(2);
    expect(messages.map(({ to }) => to)).toEqual(['second@example.com', 'first@example.com']);
    expect(messages[0]).toEqual({
      id: expect.any(String),
      to: 'second@example.com',
      from: '"Hello, Anteroom via Anteroom" <hello@anteroom.test>',
      subject: expect.stringContaining('Hello, Anteroom'),
      html: expect.stringContaining('<html'),
      text: expect.stringContaining('/w/hello'),
      headers: { 'Auto-Submitted': 'auto-generated' },
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });

    const newest = await (await fetch(`${server.url}/_local/mail`)).text();
    expect(newest).toContain('<dt>To</dt><dd>second@example.com</dd>');
    expect(newest).toContain('<dt>Auto-Submitted</dt><dd>auto-generated</dd>');
    const older = await (await fetch(`${server.url}/_local/mail?message=${messages[1]?.id}`)).text();
    expect(older).toContain('<dt>To</dt><dd>first@example.com</dd>');

    const page = await fetch(`${server.url}/_local/mail?message=${messages[0]?.id}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('first@example.com');
    expect(html).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;!doctype html/,
    );

    await server.stop('SIGKILL');
    server = await startServer({ dataDir, port: server.port });
    expect((await mail()).messages).toEqual(messages);
    await server.stop();
  });
});
