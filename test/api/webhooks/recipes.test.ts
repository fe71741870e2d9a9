import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type RunningExample, readExample, runExample } from '../../support/doc-example.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const PAGE = 'docs/webhooks.md';

let session: ApiSession;
let end: Receiver;
const running: RunningExample[] = [];
beforeAll(async () => {
  [session, end] = await Promise.all([openSession(), startReceiver()]);
  await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug: 'rocket-bikes' });
});
afterAll(async () => {
  for (const example of running) await example.stop();
  await end.stop();
  await session.close();
});

/** Runs a recipe as printed, as the receiver of a new webhook. */
async function start(heading: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const path = '/api/v1/waitlists/rocket-bikes/webhooks';
  const { body } = await session.api.post(path, { url, events: ['entry.joined', 'entry.erased'] });
  const environment = { WEBHOOK_SECRET: body.secret };
  const example = await runExample(await readExample(PAGE, heading), environment, { port });
  running.push(example);
  const deliveries = async () =>
    (await session.api.get(`${path}/${body.webhook.id}/deliveries`)).body.deliveries;
  return { url, secret: body.secret as string, deliveries, printed: example.printed };
}

/** Creates a webhook by the command of a recipe as printed, but for the address. */
async function createAsPrinted(heading: string, address: RegExp, url: string): Promise<void> {
  const command = (await readExample(PAGE, heading)).replace(address, url);
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { PATH: '/usr/bin:/bin', URL: session.url, KEY: session.key },
  });
  expect(JSON.parse(stdout)).toMatchObject({ webhook: { url } });
}

describe('a recipe', () => {
  it(`for Node.js verifies, and takes an event once${verifies('webhooks.recipes', 'webhooks.signed')}`, async () => {
    const recipe = await start('Node.js');
    await session.join('rocket-bikes', { email: 'ada@example.com' });
    await eventually(async () =>
      expect(await recipe.deliveries()).toMatchObject([{ state: 'delivered', responseStatus: 204 }]),
    );
    const body = JSON.stringify({ type: 'entry.joined', data: { entry: { id: 'again' } } });
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(recipe.secret).sign('msg_1', at, body),
    };
    for (const _ of [1, 2]) {
      const { status } = await fetch(recipe.url, { method: 'POST', body, headers });
      expect(status).toBe(204);
    }
    const forged = await fetch(recipe.url, { method: 'POST', body: `${body} `, headers });
    expect(forged.status).toBe(401);
    await eventually(async () =>
      expect(recipe.printed().trim().split('\n')).toEqual([
        expect.stringMatching(/^entry\.joined [0-9a-f-]{36}$/),
        'entry.joined again',
      ]),
    );
  });

  it(`for Slack posts who joined${verifies('webhooks.recipes')}`, async () => {
    const slack = await startReceiver();
    await createAsPrinted('Slack and Discord', /https:\/\/hooks\.slack\.com[^"]*/, slack.url);
    await session.join('rocket-bikes', { email: 'bob@example.com', name: 'Bob' });
    await eventually(async () => expect(slack.received).toHaveLength(1));
    expect(slack.received[0]?.event.text).toContain('Bob\u2069 joined');
    await slack.stop();
  });

  it(`for Zapier sends to its URL directly, with these fields${verifies('webhooks.recipes')}`, async () => {
    await createAsPrinted('Zapier', /https:\/\/hooks\.zapier\.com[^"]*/, end.url);
    await session.join('rocket-bikes', { email: 'cid@example.com' });
    await eventually(async () => expect(end.received).toHaveLength(1));
    // As Zapier flattens JSON.
    const flatten = (value: unknown, path: string): [string, unknown][] =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, member]) => flatten(member, path ? `${path}__${name}` : name))
        : [[path, value]];
    const fields = Object.fromEntries(flatten(end.received[0]?.event, ''));
    const [, text = ''] = (await readFile(PAGE, 'utf8')).split('\n## Zapier\n');
    const named = [...text.matchAll(/`(type|data__\w+)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect(fields).toHaveProperty(name ?? '');
    expect(fields).toMatchObject({ type: 'entry.joined', data__entry__email: 'cid@example.com' });
  });
});
