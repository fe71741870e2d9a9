import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { verify } from './receiver.ts';
import { type HookedList, openHook, stopReceivers } from './webhook-fixture.ts';

const session = shareSession();
const person = sharePerson(session);
beforeEach(() => session.sql('TRUNCATE rate_windows'));
afterAll(async () => {
  await stopReceivers();
});

type Format = 'slack' | 'discord';
type Answer = (response: ServerResponse) => void;

const says =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  response =>
    response.writeHead(status, headers).end(body);
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  says(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Whether Slack would take a body. It answers 400 `invalid_payload` to others. */
const isSlackMessage = (body: Record<string, unknown>): boolean =>
  typeof body.text === 'string' && body.text !== '' && Object.keys(body).length === 1;

/** Whether Discord would. It answers 400 with code 50006 to a message without content. */
const isDiscordMessage = ({ content, ...others }: Record<string, unknown>): boolean =>
  typeof content === 'string' && content !== '' && content.length <= 2_000 && !('type' in others);

/** Makes a receiver judge the last body as that chat does. */
function actAs(format: Format, list: HookedList): void {
  list.receiver.answer(response => {
    const body = list.receiver.received.at(-1)?.event ?? {};
    if (format === 'slack')
      return isSlackMessage(body) ? says(200, 'ok')(response) : says(400, 'invalid_payload')(response);
    return isDiscordMessage(body)
      ? says(204, '')(response)
      : json(400, { message: 'Cannot send an empty message', code: 50006 })(response);
  });
}

const EVENTS = [
  'entry.joined',
  'entry.referred',
  'entry.invited',
  'entry.accepted',
  'entry.updated',
  'entry.erased',
];

async function openChat(format: Format): Promise<HookedList> {
  const list = await openHook(session, {
    events: EVENTS,
    changes: { name: 'Tea & <Co>', inviteUrl: 'https://tea.example/welcome' },
  });
  const { status, body } = await session.api.patch(list.hookPath, { format });
  expect([status, body.webhook.format]).toEqual([200, format]);
  actAs(format, list);
  return list;
}

const textOf = ({ event }: { readonly event: { text?: string; content?: string } }): string =>
  (event.text ?? event.content ?? '').replace(/[\u200b\u200c\u2068\u2069]/g, '');

const allDelivered = (list: HookedList, count: number) =>
  eventually(async () => {
    const { body } = await list.deliveries();
    expect(body.deliveries.map(({ state }: { state: string }) => state)).toEqual(
      Array.from({ length: count }, () => 'delivered'),
    );
  });

describe('a webhook', () => {
  it(`has a format, which is standard at first${verifies('webhooks.format')}`, async () => {
    const { waitlist } = (await session.api.post('/api/v1/waitlists', { name: 'Formats' })).body;
    const path = `/api/v1/waitlists/${waitlist.id}/webhooks`;
    const hook = { url: 'https://example.com/', events: ['entry.joined'] };
    const [standard, slack] = [
      await session.api.post(path, hook),
      await session.api.post(path, { ...hook, format: 'slack' }),
    ];
    expect([standard.body.webhook.format, slack.body.webhook.format]).toEqual(['standard', 'slack']);
    const one = `${path}/${slack.body.webhook.id}`;
    expect((await session.api.patch(one, { format: 'discord' })).body.webhook.format).toBe('discord');
    // It stays when something else changes.
    expect((await session.api.patch(one, { events: ['entry.erased'] })).body.webhook.format).toBe('discord');
    const { webhooks } = (await session.api.get(path)).body;
    expect(webhooks.map(({ format }: { format: string }) => format)).toEqual(['standard', 'discord']);
    for (const { status, body } of [
      await session.api.post(path, { ...hook, format: 'teams' }),
      await session.api.patch(one, { format: 'teams' }),
    ])
      expect([status, body.details?.[0]?.path]).toEqual([400, 'format']);
  });

  it.each<[Format, string, (url: string) => string]>([
    ['slack', 'Tea &amp; &lt;Co&gt;', url => ` <${url}|See signups>`],
    ['discord', 'Tea & \\<Co\\>', url => ` [See signups](<${url}>)`],
  ])(
    `for %s gets each event and the test as a message, signed${verifies('webhooks.chat-body', 'webhooks.chat-private', 'webhooks.chat-names')}`,
    async (format, name, link) => {
      const list = await openChat(format);
      await list.test();
      const hostile = '<!channel> @everyone';
      const { body: referrer } = await session.join(list.slug, { email: 'ada@example.com', name: hostile });
      await session.join(list.slug, { email: 'bob@example.com', referralCode: referrer.referralCode });
      const entries = `${list.path}/entries`;
      const [bob] = (await session.api.get(`${entries}?email=bob@example.com`)).body.entries;
      await person.patch(`${entries}/${bob.id}`, { name: 'Bob' });
      await session.api.post(`${list.path}/invitations`, { entryIds: [bob.id] });
      await person.delete(`${entries}/${bob.id}`);
      // The test, two who joined, a referral, a change, an invitation, and an erasure, which removes what is about Bob.
      await eventually(async () =>
        expect(list.receiver.received.map(textOf).join('\n')).toContain('Someone was erased'),
      );
      const { received } = list.receiver;
      const end = link(`${session.url}/dashboard/waitlists/${list.id}/signups`);
      const sentences = received.map(textOf).map(text => {
        expect(text.endsWith(end)).toBe(true);
        return text.slice(0, -end.length);
      });
      expect(sentences).toContain(`This is a test. You will read here what happens on ${name}.`);
      expect(sentences).toContain(`Someone was erased from ${name}.`);
      const ada = format === 'slack' ? '&lt;!channel&gt; @everyone' : '\\<!channel\\> @everyone';
      expect(sentences).toContain(`${ada} joined ${name} at place 1.`);
      for (const each of received) {
        verify(list.secret, each);
        expect(each.body).not.toContain('example.com');
        expect(each.body).not.toMatch(/<!channel>|@everyone/);
      }
      await eventually(async () => expect((await list.deliveries('?state=pending')).body.total).toBe(0));
      expect((await list.deliveries('?state=failed')).body.total).toBe(0);
    },
  );

  it.each<[Format]>([['slack'], ['discord']])(
    `for %s shows its message in the dashboard, as it was sent${verifies('webhooks.chat-body')}`,
    async format => {
      const list = await openChat(format);
      await list.join('ada');
      await allDelivered(list, 1);
      const [sent] = list.receiver.received;
      const path = `/api/v1/dashboard/waitlists/${list.id}/webhooks/${list.webhookId}/deliveries/${sent?.id}`;
      expect((await person.get(path)).body.body).toBe(sent?.body);
    },
  );

  it.each<[string, Format, Answer, Record<string, unknown>]>([
    ['no_service', 'slack', says(404, 'no_service'), { state: 'pending', responseStatus: 404 }],
    ['invalid_payload', 'slack', says(400, 'invalid_payload'), { state: 'pending', responseStatus: 400 }],
    [
      'channel_is_archived',
      'slack',
      says(410, 'channel_is_archived'),
      { state: 'failed', responseStatus: 410 },
    ],
    [
      'Unknown Webhook',
      'discord',
      json(404, { message: 'Unknown Webhook', code: 10015 }),
      { state: 'pending', responseStatus: 404 },
    ],
  ])(
    `whose chat answers %s says so${verifies('webhooks.errors', 'webhooks.gone')}`,
    async (reason, format, answer, delivery) => {
      const list = await openChat(format);
      list.receiver.answer(answer);
      await list.join('ada');
      await eventually(async () =>
        expect((await list.deliveries()).body.deliveries).toMatchObject([
          { ...delivery, attempts: 1, error: 'status', responseBody: expect.stringContaining(reason) },
        ]),
      );
      await eventually(async () => {
        const { webhooks } = (await session.api.get(`${list.path}/webhooks`)).body;
        expect(webhooks[0].state).toBe(delivery.responseStatus === 410 ? 'disabled' : 'active');
      });
    },
  );

  it(`waits as long as Discord asks it to${verifies('webhooks.retry-after')}`, async () => {
    const list = await openChat('discord');
    const limited = { message: 'You are being rate limited.', retry_after: 64.57, global: false };
    list.receiver.answer(json(429, limited, { 'retry-after': '64.57' }));
    await list.join('ada');
    await eventually(async () => {
      const [{ attempts, nextAttemptAt }] = (await list.deliveries()).body.deliveries;
      expect(attempts).toBe(1);
      expect(Math.abs((Date.parse(nextAttemptAt) - Date.now()) / 1_000 - 65)).toBeLessThan(20);
    });
  });

  it.each([
    ['dns', 'https://hooks.invalid/'],
    // HTTP where TLS should be.
    ['tls', (list: HookedList) => list.receiver.url.replace('http:', 'https:')],
    ['refused', 'https://127.0.0.1:9/'],
  ] as const)(`says why nothing arrived: %s${verifies('webhooks.errors')}`, async (error, url) => {
    const list = await openHook(session);
    const { status } = await session.api.patch(list.hookPath, {
      url: typeof url === 'string' ? url : url(list),
    });
    expect(status).toBe(200);
    await list.join('ada');
    await eventually(async () =>
      expect((await list.deliveries()).body.deliveries).toMatchObject([
        { error, attempts: 1, state: 'pending', responseStatus: null, responseBody: null },
      ]),
    );
  });
});
