import { expect } from '@jest/globals';
import type { Answer } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { ApiSession } from '../../support/session.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

export const ALL_EVENTS = [
  'entry.joined',
  'entry.referred',
  'entry.invited',
  'entry.accepted',
  'entry.erased',
];

/** A waitlist with a webhook, and the server that receives it. */
export interface HookedList {
  readonly id: string;
  readonly slug: string;
  readonly path: string;
  readonly hookPath: string;
  readonly webhookId: string;
  readonly secret: string;
  readonly receiver: Receiver;
  join(name: string, referralCode?: string): Promise<Answer>;
  deliveries(query?: string): Promise<Answer>;
  /** Waits until so many requests of a type came. */
  received(type: string, count?: number): Promise<Received[]>;
  /** Wakes the worker. */
  wake(): Promise<void>;
  /** Sends a test, and waits until it came. */
  test(): Promise<Received>;
  /** Makes what waits for a later attempt due now. */
  hasten(): Promise<void>;
}

let lists = 0;
const receivers: Receiver[] = [];

export const stopReceivers = () => Promise.all(receivers.map(receiver => receiver.stop()));

export async function openHook(
  session: ApiSession,
  { events = ALL_EVENTS, changes = {} }: { events?: string[]; changes?: Record<string, unknown> } = {},
): Promise<HookedList> {
  const slug = `hooked-${++lists}`;
  const { waitlist } = (await session.api.post('/api/v1/waitlists', { name: `Hooked ${lists}`, slug })).body;
  await session.license(slug);
  await session.api.patch(`/api/v1/waitlists/${slug}`, {
    referralEnabled: true,
    referralBoost: 2,
    ...changes,
  });
  const receiver = await startReceiver();
  receivers.push(receiver);
  const path = `/api/v1/waitlists/${slug}`;
  const { status, body } = await session.api.post(`${path}/webhooks`, { url: receiver.url, events });
  expect(status).toBe(201);
  const webhookId: string = body.webhook.id;
  const hookPath = `${path}/webhooks/${webhookId}`;
  // Someone who is not on the list asks for their link: nothing else follows.
  const wake = async () => {
    await session.visitor.post(`/w/${slug}/status-links`, { email: 'nobody@example.com' });
  };
  return {
    id: waitlist.id,
    slug,
    path,
    hookPath,
    webhookId,
    secret: body.secret,
    receiver,
    join: (name, referralCode) =>
      session.join(slug, { email: `${name}@example.com`, name, ...(referralCode && { referralCode }) }),
    async deliveries(query = '') {
      // Tests ask again and again.
      await session.sql('TRUNCATE rate_windows');
      return session.api.get(`${hookPath}/deliveries${query}`);
    },
    received: (type, count = 1) =>
      eventually(async () => {
        const found = receiver.ofType(type);
        expect(found).toHaveLength(count);
        return found;
      }),
    wake,
    async test() {
      const { status, body: queued } = await session.api.post(`${hookPath}/test`, {});
      expect(status).toBe(202);
      return eventually(async () => {
        const found = receiver.received.find(({ id }) => id === queued.delivery.id);
        if (!found) throw new Error('The test has not come');
        return found;
      });
    },
    async hasten() {
      // Only a job at rest: one at work would find the deliveries due, make their next attempt, and set its next time.
      await eventually(
        async () =>
          expect(
            await session.sql(
              `WITH at_rest AS (
                 UPDATE outbox SET available_at = now()
                 WHERE payload ->> 'webhookId' = $1 AND (attempts = 0 OR last_error IS NOT NULL) RETURNING id)
               UPDATE webhook_deliveries SET next_attempt_at = now()
               WHERE webhook_id::text = $1 AND state = 'pending' AND EXISTS (SELECT FROM at_rest) RETURNING id`,
              [webhookId],
            ),
          ).not.toHaveLength(0),
        90_000,
      );
      await wake();
    },
  };
}
