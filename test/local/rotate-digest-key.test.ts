import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cleanup } from '../../local/cleanup.ts';
import type { KeptMessage } from '../../local/mail/mailbox.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { environment } from '../support/launch-chromium.ts';
import { type RunningServer, startProcess, startServer, temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = join(import.meta.dirname, '../..');
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
/** Secrets Manager as far as `ops/rotate-digest-key` uses it: the secret is the file SECRET. */
const AWS = `#!/bin/bash
case "$2" in
  get-secret-value) cat "$SECRET" ;;
  put-secret-value) keys=$(cat); printf %s "$keys" >"$SECRET"; echo version ;;
  *) echo digest-key ;;
esac
`;

const cleanup = new Cleanup();
let dataDir: string;
let port: number;
let variables: Record<string, string>;
let server: RunningServer;
let visitor: ApiClient;
let api: ApiClient;

async function start(): Promise<void> {
  server = await startServer({ dataDir, port, variables });
  visitor = createApiClient(server.url);
  api = createApiClient(server.url, (await readFile(join(dataDir, 'api-key'), 'utf8')).trim());
}

beforeAll(async () => {
  const folder = await temporaryFolder();
  cleanup.add(() => folder.remove());
  dataDir = folder.path;
  port = await freePort();
  const database = await createTestDatabase();
  cleanup.add(() => database.drop());
  variables = { DATABASE_URL: database.url };
  await start();
  cleanup.add(() => server.stop());
});
afterAll(() => cleanup.run());

/** Runs the operator's command on the key of the server. */
async function rotate(): Promise<void> {
  const tools = await temporaryFolder();
  cleanup.add(() => tools.remove());
  await writeFile(join(tools.path, 'aws'), AWS);
  await chmod(join(tools.path, 'aws'), 0o755);
  await new Promise<void>((resolve, reject) => {
    const command = execFile(
      join(ROOT, 'ops/rotate-digest-key'),
      {
        env: {
          PATH: `${tools.path}:${environment('PATH')}`,
          AWS_REGION: 'eu-central-1',
          SECRET: join(dataDir, 'digest-key'),
        },
      },
      error => (error ? reject(error) : resolve()),
    );
    command.stdin?.end('yes\n');
  });
}

const mailTo = async (email: string): Promise<KeptMessage[]> => {
  const { messages } = (await (await fetch(`${server.url}/_local/mail.json`)).json()) as {
    messages: KeptMessage[];
  };
  return messages.filter(({ to }) => to === email);
};
/** The newest email to an address that has this, once it is there. */
const foundIn = (email: string, pattern: RegExp): Promise<string> =>
  eventually(async () => {
    const found = (await mailTo(email)).flatMap(({ text, headers }) => {
      const match = pattern.exec(`${text} ${headers['List-Unsubscribe'] ?? ''}`);
      return match ? [match[0]] : [];
    });
    expect(found).not.toEqual([]);
    return found[0] ?? '';
  }, 20_000);
const STOP = /http:\S+\/u\/[\w-]{43}/;
const PLACE = /http:\S+\/s\/[\w-]{43}/;
const CONFIRM = /http:\S+\/c\/[\w-]{43}/;
const CODE = /code=[\w-]{22}/;

const addressOf = (name: string): string => `${name}@people.example`;
const signUp = async (name: string, slug = 'hello') =>
  visitor.post(`/w/${slug}/signups`, { email: addressOf(name), name });
const idOf = async (name: string): Promise<string> =>
  (await api.get(`/api/v1/waitlists/hello/entries?email=${addressOf(name)}`)).body.entries[0]?.id;
const invite = async (name: string) =>
  api.post('/api/v1/waitlists/hello/invitations', { entryIds: [await idOf(name)] });
const post = (url: string, body: string) =>
  visitor.request('POST', url.replace(server.url, ''), { body, headers: URLENCODED });
/** The newest link to a place, of which there was none since the rotation. */
async function newPlaceOf(name: string, before: string): Promise<string> {
  expect((await visitor.post('/w/hello/status-links', { email: addressOf(name) })).status).toBe(202);
  return eventually(async () => {
    const link = await foundIn(addressOf(name), PLACE);
    expect(link).not.toBe(before);
    return link.replace(server.url, '');
  }, 20_000);
}

describe('a digest key that leaked', () => {
  it(`is replaced for links and codes, and goes on recognizing everybody${verifies('run.rotate-digest-key')}`, async () => {
    await api.patch('/api/v1/waitlists/hello', { inviteUrl: 'https://rocket.example/' });
    await api.post('/api/v1/waitlists', { name: 'Asks', slug: 'asks', confirmation: 'required' });
    const places = new Map<string, string>();
    for (const name of ['ada', 'bob', 'dan', 'eve']) {
      const { status, body } = await signUp(name);
      expect(status).toBe(201);
      places.set(name, body.statusUrl);
    }
    for (const name of ['bob', 'dan', 'eve']) expect((await invite(name)).status).toBe(201);
    const [bobsStop, evesStop] = [
      await foundIn(addressOf('bob'), STOP),
      await foundIn(addressOf('eve'), STOP),
    ];
    const code = (await foundIn(addressOf('dan'), CODE)).replace('code=', '');
    // Eve stopped the email, and left.
    expect((await post(evesStop, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect((await post(evesStop, 'leave=yes')).status).toBe(200);
    expect((await signUp('pia', 'asks')).status).toBe(202);
    const oldConfirm = await foundIn(addressOf('pia'), CONFIRM);
    const [first] = [await readFile(join(dataDir, 'digest-key'), 'utf8')];

    await rotate();
    const [kept, added] = (await readFile(join(dataDir, 'digest-key'), 'utf8')).split(',');
    expect([kept, Buffer.from(added ?? '', 'base64').length]).toEqual([first.trim(), 32]);
    await server.stop();
    await start();

    // Addresses are recognized.
    expect(await signUp('ada')).toMatchObject({ status: 200, body: { alreadyJoined: true } });
    expect(await idOf('ada')).toEqual(expect.any(String));

    // A link that the old key made opens nothing. A new one is mailed.
    const oldPlace = places.get('ada') ?? '';
    expect((await visitor.get(oldPlace.replace(server.url, ''))).status).toBe(404);
    expect((await visitor.get(`${await newPlaceOf('ada', oldPlace)}.json`)).status).toBe(200);

    // Eve is never mailed again, although nothing else of her was left.
    expect((await signUp('eve')).status).toBe(201);
    expect((await invite('eve')).body.batch).toMatchObject({ invited: 0, skipped: [{ reason: 'stopped' }] });

    // Old links still stop email, and do nothing else.
    const opened = await visitor.get(bobsStop.replace(server.url, ''));
    expect([opened.status, opened.body.includes('Leave the waitlist')]).toEqual([200, false]);
    expect((await post(bobsStop, 'leave=yes')).status).toBe(403);
    expect((await visitor.get(`${bobsStop.replace(server.url, '')}?leave=ask`)).status).toBe(403);
    expect((await post(bobsStop, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect(await idOf('bob')).toEqual(expect.any(String));

    // The code of an open invitation stays, and so does the link to it on the page of the place.
    const page = await visitor.get(await newPlaceOf('dan', places.get('dan') ?? ''));
    expect(page.body).toContain(`code=${code}`);
    expect((await api.post('/api/v1/invitations/redeem', { code })).status).toBe(200);

    // A signup that was not confirmed yet is asked again.
    expect((await visitor.get(oldConfirm.replace(server.url, ''))).status).toBe(404);
    expect((await signUp('pia', 'asks')).status).toBe(202);
    const newConfirm = await eventually(async () => {
      const link = await foundIn(addressOf('pia'), CONFIRM);
      expect(link).not.toBe(oldConfirm);
      return link;
    }, 20_000);
    expect((await visitor.get(newConfirm.replace(server.url, ''))).status).toBe(200);
  }, 180_000);

  it('cannot be dropped: nobody would be recognized', async () => {
    await server.stop();
    const [, added = ''] = (await readFile(join(dataDir, 'digest-key'), 'utf8')).split(',');
    const { ended, output } = startProcess(process.execPath, ['local/main.ts'], {
      ...variables,
      PORT: String(port),
      DATA_DIR: dataDir,
      DIGEST_KEY: added,
    });
    expect(await ended).toBe(1);
    expect(output()).toContain('a different digest key than DIGEST_KEY');
  });
});
