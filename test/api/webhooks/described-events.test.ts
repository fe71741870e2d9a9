import { afterAll, describe, expect, it } from '@jest/globals';
import { DELIVERY_TYPES, EVENT_TYPES } from '../../../core/webhooks/schemas.ts';
import { faults, readDescription } from '../../support/described.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { type HookedList, openHook, stopReceivers } from './webhook-fixture.ts';

const session = shareSession();
afterAll(async () => {
  await stopReceivers();
});

/** Makes every event happen. */
async function provoke(list: HookedList): Promise<void> {
  const { referralCode } = (await list.join('ada')).body;
  await list.join('grace', referralCode);
  await list.received('entry.referred');
  const { entries } = (await session.api.get(`${list.path}/entries?email=ada%40example.com`)).body;
  const entry = `${list.path}/entries/${entries[0].id}`;
  await session.api.patch(list.path, { inviteUrl: 'https://rocket.example/' });
  await session.api.post(`${list.path}/invitations`, { entryIds: [entries[0].id] });
  const code = await eventually(async () => {
    const found = (await session.mail()).find(({ text }) => text.includes('code='));
    const [, code] = /code=(\S+)/.exec(found?.text ?? '') ?? [];
    expect(code).toBeDefined();
    return code;
  });
  expect((await session.api.post('/api/v1/invitations/redeem', { code })).status).toBe(200);
  await list.received('entry.accepted');
  expect((await session.api.patch(entry, { name: 'Ada King' })).status).toBe(200);
  await list.received('entry.updated');
  expect((await session.api.delete(entry)).status).toBe(200);
  await list.received('entry.erased');
  await list.test();
}

describe('the events in the OpenAPI description', () => {
  it(`are those that are sent${verifies('openapi.webhooks', 'openapi.webhook-headers')}`, async () => {
    const { webhooks } = await readDescription(session);
    expect(Object.keys(webhooks)).toEqual([...DELIVERY_TYPES]);
    const list = await openHook(session, { events: [...EVENT_TYPES] });
    await provoke(list);
    for (const type of DELIVERY_TYPES) {
      const { post } = webhooks[type];
      const { schema, example } = post.requestBody.content['application/json'];
      const [sent] = list.receiver.ofType(type);
      expect([type, faults(schema, sent?.event), faults(schema, example)]).toEqual([type, [], []]);
      const headers = post.parameters.map(({ name }: { name: string }) => name);
      expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      expect(Object.keys(sent?.headers ?? {})).toEqual(expect.arrayContaining(headers));
    }
  });
});
