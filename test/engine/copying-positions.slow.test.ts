import { describe, expect, it } from '@jest/globals';
import { createCopyStore } from '../../adapters/postgres/customer-database/copy-store.ts';
import { verifies } from '../support/verifies.ts';
import { openCopying } from './copying-fixture.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine();

describe('positions', () => {
  it.each([
    ['before the entries have arrived', false],
    ['after the entries have arrived', true],
  ])('are correct after a worker dies between two moves, %s', async (_, arrived) => {
    for (let calls = 0; calls < 48; calls++) {
      const copying = await openCopying(engine, 1);
      await copying.attach('one');
      const codes = await copying.join(['a', 'b', 'c']);
      if (arrived) await copying.work();
      // c passes b, then b passes c: the positions sent earlier look current.
      await copying.join(['d'], codes[2]);
      await copying.work(calls);
      await copying.join(['e'], codes[1]);
      await copying.work();
      const places = Object.fromEntries(
        copying.connector.rows('one').map(({ email, position }) => [email[0], position]),
      );
      expect(places).toEqual({ a: 1, b: 2, c: 3, d: 4, e: 5 });
    }
  });

  it('are sent only for blocks in which an entry moved, however many referrals there were', async () => {
    const copying = await openCopying(engine, 2);
    await copying.attach('one');
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const codes = await copying.join(names);
    await copying.work();
    expect(copying.connector.placesSent).toBe(0);
    await copying.join(['x', 'y', 'z'], codes[150]);
    await copying.work();
    expect(copying.connector.placesSent).toBe(128);
  });

  it(`are kept up to date even while signups never stop${verifies('database.position-within-a-minute')}`, async () => {
    const copying = await openCopying(engine, 1);
    await copying.attach('one');
    const [, , code = null] = await copying.join(['a', 'b', 'c']);
    await copying.work();
    const { connector } = copying;
    const calls: string[] = [];
    const [append, setPositions] = [connector.append.bind(connector), connector.setPositions.bind(connector)];
    connector.append = async (target, entries) => {
      calls.push('append');
      // Every time it checks, one more signup is waiting.
      if (calls.length < 10) await copying.join([`n${calls.length}`]);
      return append(target, entries);
    };
    connector.setPositions = async (target, places) => {
      calls.push('setPositions');
      return setPositions(target, places);
    };
    await copying.join(['d'], code);
    await copying.work();
    expect(calls.slice(0, 3)).toEqual(['append', 'setPositions', 'append']);
    expect(calls.at(-1)).toBe('append');
  });

  it('that change while being sent are sent again', async () => {
    const copying = await openCopying(engine);
    const { waitlistId, connector } = copying;
    await copying.attach('one');
    const signups = Array.from({ length: 300 }, (_, n) => signupOf(`p${n}@x.test`));
    await callJoin(engine.pool, waitlistId, signups);
    await copying.work();
    const refer = (index: number) =>
      callJoin(engine.pool, waitlistId, [
        signupOf(`friend-${Math.random()}@x.test`, {
          referrerCode: signups[index]?.referralCode ?? null,
        }),
      ]);
    // The first and last of three blocks.
    await refer(10);
    await refer(290);
    const store = createCopyStore(engine.pool);
    const target = await store.target(waitlistId);
    if (!target) throw new Error('It was attached above');
    const moved = async () =>
      (await store.moved(waitlistId, target.attachmentId, 16)).map(({ block }) => block);
    const sent = await store.moved(waitlistId, target.attachmentId, 16);
    expect(sent.map(({ block }) => block)).toEqual([0, 2]);
    await refer(291);
    // The last has moved again, so it is not settled; the first has not been sent at all.
    await store.settled(waitlistId, target, sent.slice(1));
    expect(await moved()).toEqual([0, 2]);

    await copying.work();
    expect(await moved()).toEqual([]);
    const places = new Map((await engine.readQueue(waitlistId)).map(({ id, position }) => [id, position]));
    expect(new Map(connector.rows('one').map(({ id, position }) => [id, position]))).toEqual(places);
  });

  it('that changed while the database was detached are corrected when it is reattached', async () => {
    const copying = await openCopying(engine, 3);
    await copying.attach('one');
    const codes = await copying.join(['a', 'b', 'c', 'd']);
    await copying.work();
    await copying.detach();
    await copying.join(['e'], codes[3]);
    await copying.work();
    expect(copying.connector.rows('one').map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    await copying.attach('one');
    await copying.work();
    expect(copying.connector.rows('one').map(({ position }) => position)).toEqual([2, 3, 4, 1]);
  });
});
