import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createWebhookWorkStore } from '../../../adapters/postgres/webhooks/webhook-work-store.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { never, verify, withStatus } from './receiver.ts';
import { type HookedList, openHook, stopReceivers } from './webhook-fixture.ts';

const session = shareSession();
beforeEach(() => session.sql('TRUNCATE rate_windows'));
afterAll(async () => {
  await stopReceivers();
});

/** The one delivery of a list, once it has had so many attempts. */
const afterAttempts = (list: HookedList, attempts: number) =>
  eventually(async () => {
    const [delivery] = (await list.deliveries()).body.deliveries;
    expect(delivery).toMatchObject({ attempts });
    return delivery;
  });

const secondsUntil = (time: string): number => (Date.parse(time) - Date.now()) / 1_000;

describe('a delivery', () => {
  it(`that fails is tried again nine times, with the same id and body${verifies('webhooks.retries', 'webhooks.log')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(503));
    await list.join('ada');
    const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, pause] of pauses.entries()) {
      const delivery = await afterAttempts(list, index + 1);
      expect(delivery).toMatchObject({ state: 'pending', responseStatus: 503 });
      expect(Math.abs(secondsUntil(delivery.nextAttemptAt) - pause)).toBeLessThan(5);
      await list.hasten();
    }
    expect(await afterAttempts(list, 10)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    const { received } = list.receiver;
    expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(received).toHaveLength(10);
    for (const each of received) verify(list.secret, each);
    // The worker removes its job after it has saved the delivery.
    await eventually(async () =>
      expect(
        await session.sql(`SELECT FROM outbox WHERE payload ->> 'webhookId' = $1`, [list.webhookId]),
      ).toEqual([]),
    );
  });

  it(`is tried again by itself${verifies('webhooks.retries')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(500));
    await list.join('ada');
    await afterAttempts(list, 1);
    list.receiver.answer(withStatus(200));
    expect(await afterAttempts(list, 2)).toMatchObject({ state: 'delivered', responseStatus: 200 });
  });

  it(`is not held up by one that waits${verifies('webhooks.retries')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(500));
    await list.join('ada');
    await afterAttempts(list, 1);
    await session.sql(`UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 hour'`);
    await session.sql(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE kind = 'webhook'`);
    list.receiver.answer(withStatus(200));
    await list.join('bob');
    await eventually(async () => {
      expect((await list.deliveries('?state=delivered')).body.total).toBe(1);
      expect((await list.deliveries('?state=pending')).body.total).toBe(1);
    });
  });

  it(`is not sent where a redirect leads${verifies('webhooks.redirects')}`, async () => {
    const [list, other] = [await openHook(session), await openHook(session)];
    list.receiver.answer(withStatus(307, { location: other.receiver.url }));
    await list.test();
    expect(await afterAttempts(list, 1)).toMatchObject({ state: 'pending', responseStatus: 307 });
    expect(other.receiver.received).toEqual([]);
  });

  it(`to nothing that listens has no status${verifies('webhooks.timeout')}`, async () => {
    const list = await openHook(session);
    await list.receiver.stop();
    await list.join('ada');
    expect(await afterAttempts(list, 1)).toMatchObject({ state: 'pending', responseStatus: null });
  });

  it(`can be replayed, with the same id and body${verifies('webhooks.replay')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(400));
    await list.join('ada');
    const { id } = await afterAttempts(list, 1);
    list.receiver.answer(withStatus(200));
    const { status, body } = await session.api.post(`${list.hookPath}/deliveries/${id}/replay`, {});
    expect([status, body.delivery]).toEqual([
      202,
      expect.objectContaining({ id, state: 'pending', attempts: 0 }),
    ]);
    expect(await afterAttempts(list, 1)).toMatchObject({ id, state: 'delivered', responseStatus: 200 });
    const [first, second] = list.receiver.received;
    expect(second).toMatchObject({ id, body: first?.body });
  });
});

describe('an attempt in progress', () => {
  /** Holds the answer to the next request. @returns answers it */
  const hold = (list: HookedList) => {
    const held = Promise.withResolvers<ServerResponse>();
    list.receiver.answer(response => held.resolve(response));
    return async (status: number) => {
      const response = await held.promise;
      list.receiver.answer(withStatus(200));
      withStatus(status)(response);
    };
  };

  it.each([1, 10])(
    `is followed by another if it is replayed meanwhile: attempt %i${verifies('webhooks.replay')}`,
    async attempts => {
      const list = await openHook(session);
      const answer = hold(list);
      await list.join('ada');
      await list.received('entry.joined');
      const [{ id }] = (await list.deliveries()).body.deliveries;
      // As if it had failed that often before.
      await session.sql('UPDATE webhook_deliveries SET attempts = $2 WHERE id = $1', [id, attempts - 1]);
      const { status } = await session.api.post(`${list.hookPath}/deliveries/${id}/replay`, {});
      expect(status).toBe(202);
      await answer(503);
      await list.received('entry.joined', 2);
      expect(await afterAttempts(list, 1)).toMatchObject({ id, state: 'delivered', responseStatus: 200 });
    },
  );

  it(`that ends while its webhook is being disabled stays failed${verifies('webhooks.types')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(500));
    await list.join('ada');
    const { id: deliveryId } = await afterAttempts(list, 1);
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 2 });
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT fail_pending($1)`, [list.webhookId]);
      const result = {
        isDelivered: false,
        responseStatus: 500,
        error: 'status',
        responseBody: null,
      } as const;
      const settled = createWebhookWorkStore(pool).settle({
        deliveryId,
        replays: 0,
        ...result,
        retrySeconds: 60,
      });
      await eventually(async () =>
        expect(
          await session.sql(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE webhook_deliveries%'`,
          ),
        ).toHaveLength(1),
      );
      await client.query('COMMIT');
      await settled;
    } finally {
      client.release();
      await pool.end();
    }
    const [delivery] = (await list.deliveries()).body.deliveries;
    expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null });
  });
});

describe('a receiver that never answers', () => {
  it(`delays neither other webhooks nor other accounts${verifies('webhooks.dead-receiver', 'webhooks.timeout')}`, async () => {
    // As many as one account may have in progress, each with more to send than fits in one slice.
    const dead = [await openHook(session), await openHook(session)];
    for (const list of dead) {
      list.receiver.answer(never);
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) await list.join(name);
    }
    for (const list of dead)
      await eventually(async () => expect(list.receiver.received.length).toBeGreaterThan(0));
    const other = await session.createAccount('free');
    const api = await other.withScopes(['waitlists:write', 'webhooks:write', 'waitlists:read']);
    const elsewhere = await openHook({ ...session, api });
    const started = Date.now();
    await elsewhere.join('ada');
    await elsewhere.received('entry.joined');
    expect(Date.now() - started).toBeLessThan(10_000);
    // In its own account they wait for one slice.
    const own = await openHook(session);
    await own.join('ada');
    await own.received('entry.joined');
    for (const list of dead) {
      await eventually(async () => {
        const { deliveries } = (await list.deliveries('?state=pending')).body;
        const tried = deliveries.filter(({ attempts }: { attempts: number }) => attempts > 0);
        expect(tried.length).toBeGreaterThan(0);
        for (const each of tried) expect(each.responseStatus).toBeNull();
      });
      await session.api.delete(list.hookPath);
    }
  });
});

describe('a receiver', () => {
  it(`that is gone is sent nothing more, and its holder is mailed${verifies('webhooks.gone')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(503));
    await list.join('ada');
    await afterAttempts(list, 1);
    list.receiver.answer(withStatus(410));
    await list.join('bob');
    await eventually(async () => {
      const { webhooks } = (await session.api.get(`${list.path}/webhooks`)).body;
      expect(webhooks).toMatchObject([{ state: 'disabled' }]);
    });
    expect((await list.deliveries('?state=pending')).body.total).toBe(0);
    const [delivery] = (await list.deliveries()).body.deliveries;
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: 1,
      responseStatus: 410,
      nextAttemptAt: null,
    });
    await eventually(async () =>
      expect((await session.mail()).filter(({ text }) => text.includes('410 Gone'))).toHaveLength(1),
    );
  });

  it.each([
    ['120', 120],
    ['1', 5],
    ['86401', 86_400],
    ['soon', 5],
  ])(
    `that says Retry-After: %s is tried again then${verifies('webhooks.retry-after')}`,
    async (value, seconds) => {
      const list = await openHook(session);
      list.receiver.answer(withStatus(429, { 'retry-after': value }));
      await list.join('ada');
      const { nextAttemptAt } = await afterAttempts(list, 1);
      expect(Math.abs(secondsUntil(nextAttemptAt) - seconds)).toBeLessThan(60);
      expect(secondsUntil(nextAttemptAt) > 4).toBe(seconds > 4);
    },
  );

  it(`is quoted in the log: its status and the start of its answer${verifies('webhooks.log', 'webhooks.errors')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(response => response.writeHead(500).end(`\r\nNo \0\u009b\n${'😀'.repeat(500)}`));
    await list.join('ada');
    expect(await afterAttempts(list, 1)).toMatchObject({
      error: 'status',
      responseStatus: 500,
      responseBody: `No ${'😀'.repeat(197)}`,
    });
    list.receiver.answer(withStatus(204));
    await list.hasten();
    expect(await afterAttempts(list, 2)).toMatchObject({
      error: null,
      responseStatus: 204,
      responseBody: null,
    });
  });
});

describe('a webhook that has failed for five days', () => {
  const failingFor = (list: HookedList, interval: string) =>
    session.sql('UPDATE webhooks SET failing_since = now() - $2::interval WHERE id = $1', [
      list.webhookId,
      interval,
    ]);
  const stateOf = async (list: HookedList) => {
    const [{ state }] = await session.sql('SELECT state FROM webhooks WHERE id = $1', [list.webhookId]);
    return state;
  };

  it(`is disabled, and its holder is mailed once${verifies('webhooks.disabled', 'webhooks.types')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(500));
    await list.join('ada');
    await afterAttempts(list, 1);
    await failingFor(list, '5 days -1 minutes');
    await list.hasten();
    await afterAttempts(list, 2);
    expect(await stateOf(list)).toBe('active');
    await failingFor(list, '5 days');
    await list.hasten();
    await eventually(async () => expect(await stateOf(list)).toBe('disabled'));
    expect(await afterAttempts(list, 3)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    const sent = await eventually(async () => {
      const mails = (await session.mail()).filter(({ text }) => text.includes('five days'));
      expect(mails).toHaveLength(1);
      return mails[0];
    });
    expect(sent).toMatchObject({ to: session.email, html: expect.stringContaining('five days') });

    await list.join('bob');
    list.receiver.answer(withStatus(200));
    await list.test();
    await eventually(async () => expect((await list.deliveries('?state=delivered')).body.total).toBe(1));
    expect((await list.deliveries()).body.total).toBe(2);

    const { body } = await session.api.patch(list.hookPath, { state: 'active' });
    expect(body.webhook.state).toBe('active');
    await list.join('cid');
    await eventually(async () => expect((await list.deliveries('?state=delivered')).body.total).toBe(2));
  });

  it(`starts over after a pause${verifies('webhooks.disabled')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(withStatus(500));
    const failingSince = async () =>
      (await session.api.get(`${list.path}/webhooks`)).body.webhooks[0].failingSince;
    await list.join('ada');
    await eventually(async () => expect(await failingSince()).not.toBeNull());
    await session.sql(`UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL`);
    // Nothing happened for a week.
    await session.sql(
      `UPDATE webhooks SET failing_since = now() - interval '8 days', last_failed_at = now() - interval '7 days'
       WHERE id = $1`,
      [list.webhookId],
    );
    await list.join('bob');
    await eventually(async () => expect(secondsUntil(await failingSince())).toBeGreaterThan(-60));
    expect(await stateOf(list)).toBe('active');
    expect((await list.deliveries('?state=pending')).body.total).toBe(1);
  });

  it(`stays on if its owner has just turned it on again${verifies('webhooks.disabled')}`, async () => {
    const list = await openHook(session);
    await session.api.patch(list.hookPath, { state: 'disabled' });
    await session.api.patch(list.hookPath, { state: 'active' });
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    await createWebhookWorkStore(pool).disable({ waitlistId: list.id, webhookId: list.webhookId }, 'failing');
    await pool.end();
    expect(await stateOf(list)).toBe('active');
  });

  it(`starts over after a success${verifies('webhooks.disabled')}`, async () => {
    const list = await openHook(session);
    await failingFor(list, '9 days');
    await list.join('ada');
    await eventually(async () => expect((await list.deliveries('?state=delivered')).body.total).toBe(1));
    list.receiver.answer(withStatus(500));
    await list.join('bob');
    await list.received('entry.joined', 2);
    await eventually(async () => expect((await list.deliveries('?state=pending')).body.total).toBe(1));
    expect(await stateOf(list)).toBe('active');
  });
});
