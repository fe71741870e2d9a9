import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDeliveryStore } from '../../adapters/postgres/delivery-store.ts';
import { verifies } from '../support/verifies.ts';
import { openDelivery } from './delivery-fixture.ts';
import { callJoin, type Engine, openEngine, signupOf } from './engine-fixture.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

describe('positions', () => {
  it.each([
    ['before the entries have arrived', false],
    ['after the entries have arrived', true],
  ])('are right although a worker died between two moves, %s', async (_, arrived) => {
    for (let calls = 0; calls < 48; calls++) {
      const delivery = await openDelivery(engine, 1);
      await delivery.attach('one');
      const codes = await delivery.join(['a', 'b', 'c']);
      if (arrived) await delivery.work();
      // c passes b, and b passes c again: what was sent before looks like what is now.
      await delivery.join(['d'], codes[2]);
      await delivery.work(calls);
      await delivery.join(['e'], codes[1]);
      await delivery.work();
      const places = Object.fromEntries(
        delivery.connector.rows('one').map(({ email, position }) => [email[0], position]),
      );
      expect(places).toEqual({ a: 1, b: 2, c: 3, d: 4, e: 5 });
    }
  });

  it('are sent of those who moved only, in however many referrals', async () => {
    const delivery = await openDelivery(engine, 2);
    await delivery.attach('one');
    const names = Array.from({ length: 150 }, (_, index) => `p${index}`);
    const codes = await delivery.join(names);
    await delivery.work();
    expect(delivery.connector.placesSent).toBe(0);
    await delivery.join(['x', 'y', 'z'], codes[50]);
    await delivery.work();
    // p50 is 6 places further up, and the six it passed are one further down each.
    expect(delivery.connector.placesSent).toBe(7);
  });

  it(`follow also while signups never stop${verifies('database.position-within-a-minute')}`, async () => {
    const delivery = await openDelivery(engine, 1);
    await delivery.attach('one');
    const [, , code = null] = await delivery.join(['a', 'b', 'c']);
    await delivery.work();
    const { connector } = delivery;
    const calls: string[] = [];
    const [append, setPositions] = [connector.append.bind(connector), connector.setPositions.bind(connector)];
    connector.append = async (target, entries) => {
      calls.push('append');
      // Whenever it looks, one more waits.
      if (calls.length < 10) await delivery.join([`n${calls.length}`]);
      return append(target, entries);
    };
    connector.setPositions = async (target, places) => {
      calls.push('setPositions');
      return setPositions(target, places);
    };
    await delivery.join(['d'], code);
    await delivery.work();
    expect(calls.slice(0, 3)).toEqual(['append', 'setPositions', 'append']);
    expect(calls.at(-1)).toBe('append');
  });

  it('wait for no signup that is moving others, so that neither can hold what the other wants', async () => {
    const delivery = await openDelivery(engine);
    const { waitlistId, connector } = delivery;
    const refer = (referrerCode: string | undefined) =>
      callJoin(engine.pool, waitlistId, [
        signupOf(waitlistId, `${referrerCode}@x.test`, { referrerCode: referrerCode ?? null }),
      ]);
    await delivery.attach('one');
    const signups = Array.from({ length: 300 }, (_, n) => signupOf(waitlistId, `p${n}@x.test`));
    await callJoin(engine.pool, waitlistId, signups);
    await delivery.work();
    // Of three blocks, the first and the last.
    await refer(signups[10]?.referralCode);
    await refer(signups[290]?.referralCode);

    const impatient = new pg.Pool({ ...engine.pool.options, lock_timeout: 2_000 });
    const signingUp = await engine.pool.connect();
    try {
      const store = createDeliveryStore(impatient);
      const target = await store.target(waitlistId);
      if (!target) throw new Error('It was attached above');
      const all = await store.moved(waitlistId, target.attachmentId, 16);
      expect(all.map(({ block }) => block)).toEqual([0, 2]);
      await signingUp.query('BEGIN');
      await signingUp.query('SELECT apply_followed_referral($1, 291, 5)', [waitlistId]);
      const free = await store.moved(waitlistId, target.attachmentId, 16);
      expect(free.map(({ block }) => block)).toEqual([0]);
      await store.settled(waitlistId, target, all.slice(1));
      await signingUp.query('COMMIT');
    } finally {
      await impatient.end();
      // With what a failure has left open.
      signingUp.release(true);
    }
    await delivery.work();
    const places = new Map((await engine.readQueue(waitlistId)).map(({ id, position }) => [id, position]));
    const sent = connector.rows('one');
    expect(new Map(sent.map(({ id, position }) => [id, position]))).toEqual(places);
  });

  it('of those who moved while their database was detached are mended when it is attached again', async () => {
    const delivery = await openDelivery(engine, 3);
    await delivery.attach('one');
    const codes = await delivery.join(['a', 'b', 'c', 'd']);
    await delivery.work();
    await delivery.detach();
    await delivery.join(['e'], codes[3]);
    await delivery.work();
    expect(delivery.connector.rows('one').map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    await delivery.attach('one');
    await delivery.work();
    expect(delivery.connector.rows('one').map(({ position }) => position)).toEqual([2, 3, 4, 1]);
  });
});
