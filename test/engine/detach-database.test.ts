import { describe, expect, it } from '@jest/globals';
import { createUsageStore } from '../../adapters/postgres/account/usage-store.ts';
import { verifies } from '../support/verifies.ts';
import { type Copying, emails, gateAppends, openCopying } from './copying-fixture.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine();

describe('detaching a database', () => {
  it(`keeps undelivered signups in Anteroom and hides delivered ones until it is reattached${verifies('database.waiting-stays-when-detached')}`, async () => {
    const copying = await openCopying(engine);
    await copying.join(['a']);
    const attachedAt = await copying.attach('one');
    await copying.join(['b', 'c']);
    await copying.work();
    await copying.join(['d']);
    await copying.detach();
    await copying.join(['e']);
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['b', 'c']);
    expect(emails((await copying.page()).entries)).toEqual(['e', 'd', 'a']);
    expect((await copying.page()).total).toBe(3);
    expect((await copying.page()).entries.map(({ position }) => position)).toEqual([5, 4, 1]);
    const usage = await createUsageStore(engine.pool).usage(engine.accountId);
    const { rows } = await engine.pool.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM entries)::integer
              - (SELECT coalesce(sum(last_seq - first_seq + 1), 0) FROM delivered_ranges r
                 JOIN waitlists w ON w.id = r.waitlist_id AND w.database_id IS DISTINCT FROM r.attachment_id)::integer AS count`,
    );
    expect(Number(usage.entries)).toBe(rows[0]?.count);

    await copying.attach('two');
    expect((await copying.page()).total).toBe(3);
    expect((await copying.attach('one', 'other password')) > attachedAt).toBe(true);
    expect(emails((await copying.page()).entries)).toEqual(['e', 'd', null, null, 'a']);
    await copying.join(['f']);
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['b', 'c', 'f']);
  });

  it('does not happen when only the password changes', async () => {
    const copying = await openCopying(engine);
    const attachedAt = await copying.attach('one');
    await copying.join(['a']);
    expect(await copying.attach('one', 'new')).toEqual(attachedAt);
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['a']);
  });

  it(`sends signups still waiting for it to its replacement${verifies('database.waiting-goes-to-the-next')}`, async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    await copying.join(['a']);
    await copying.work();
    copying.connector.server('one').away = true;
    await copying.join(['b', 'c']);
    await copying.work();
    await copying.attach('two');
    await copying.work();
    expect(emails(copying.connector.rows('two'))).toEqual(['b', 'c']);
    expect(emails((await copying.page()).entries)).toEqual([null, null]);
  });

  it.each([
    ['is replaced', (copying: Copying) => copying.attach('two'), ['b'], [null]],
    ['is detached', (copying: Copying) => copying.detach(), [], ['b']],
  ])('leaves a signup in flight to the old database when it %s', async (_, change, inTwo, listed) => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    await copying.join(['a']);
    const gate = gateAppends(copying);
    const working = copying.work();
    await gate.reached;
    await change(copying);
    await copying.join(['b']);
    gate.open();
    await working;
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['a']);
    expect(emails(copying.connector.rows('two'))).toEqual(inTwo);
    expect(emails((await copying.page()).entries)).toEqual(listed);
  });

  it('loses no position change made while a worker is still sending earlier ones', async () => {
    const copying = await openCopying(engine, 1);
    const { connector } = copying;
    await copying.attach('one');
    const codes = await copying.join(['a', 'b', 'c', 'd']);
    await copying.work();
    const refer = (email: string, code: string | undefined) =>
      callJoin(engine.pool, copying.waitlistId, [signupOf(email, { referrerCode: code ?? null })]);
    await refer('e@x.test', codes[3]);

    const setPositions = connector.setPositions.bind(connector);
    const reached = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    connector.setPositions = async (target, places) => {
      reached.resolve();
      await opened.promise;
      return setPositions(target, places);
    };
    const working = copying.work();
    await reached.promise;
    await copying.detach();
    await refer('f@x.test', codes[3]);
    await copying.attach('one');
    opened.resolve();
    await working;
    await copying.work();

    const places = new Map(
      (await engine.readQueue(copying.waitlistId)).map(({ id, position }) => [id, position]),
    );
    expect(places.get(connector.rows('one')[3]?.id ?? '')).toBe(2);
    for (const row of connector.rows('one'))
      expect([row.id, row.position]).toEqual([row.id, places.get(row.id)]);
  });

  it('during many signups loses and duplicates none of them', async () => {
    const copying = await openCopying(engine, 4);
    const { waitlistId, connector } = copying;
    const codes: string[] = [];
    let joining = 6;
    const signUp = async (worker: number) => {
      for (let index = 0; index < 40; index++) {
        const referrerCode = codes[(index * 7) % (codes.length || 1)] ?? null;
        const batch = Array.from({ length: 1 + (index % 3) }, (_, n) =>
          signupOf(`w${worker}.${index}.${n}@x.test`, { referrerCode }),
        );
        await callJoin(engine.pool, waitlistId, batch);
        codes.push(...batch.map(({ referralCode }) => referralCode));
      }
      joining--;
    };
    const deliver = async () => {
      while (joining > 0) await copying.work();
    };
    const change = async () => {
      for (let round = 0; joining > 0; round++) {
        await (round % 4 === 3 ? copying.detach() : copying.attach(round % 4 === 1 ? 'two' : 'one'));
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    await Promise.all([...[1, 2, 3, 4, 5, 6].map(signUp), deliver(), deliver(), change()]);
    await copying.attach('one');
    await copying.hasten();
    await copying.work();
    const queue = await engine.readQueue(waitlistId);
    const places = new Map(queue.map(({ id, position }) => [id, position]));
    const copies = [...(await copying.contacts()), ...connector.rows('one'), ...connector.rows('two')];
    expect(copies.map(({ id }) => id).sort()).toEqual(queue.map(({ id }) => id).sort());
    for (const row of connector.rows('one')) expect(row.position).toBe(places.get(row.id));
    expect([...copying.mailed].sort()).toEqual([...new Set(copying.mailed)].sort());
    expect(copying.mailed).toHaveLength(queue.length);
    expect(await copying.jobs()).toEqual([]);
  });

  it('happens at once when its waitlist is deleted, and its rows stay', async () => {
    const copying = await openCopying(engine);
    const { waitlistId, connector } = copying;
    const codes = await copying.join(['z']);
    await copying.attach('one');
    await copying.join(['a', 'b'], codes[0]);
    await copying.work();
    await copying.join(['c']);
    const gate = gateAppends(copying);
    const working = copying.work();
    await gate.reached;
    await engine.pool.query('SELECT delete_waitlist($1, $2)', [engine.accountId, waitlistId]);
    const left = await engine.pool.query('SELECT 1 FROM database_attachments WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(left.rows).toEqual([]);
    gate.open();
    await working;
    for (let round = 0; round < 5; round++)
      await engine.pool.query('SELECT purge_waitlist_batch($1, 100)', [waitlistId]);
    for (const table of [
      'entries',
      'contacts',
      'delivered_ranges',
      'moved_blocks',
      'places',
      'place_blocks',
    ]) {
      const { rows } = await engine.pool.query(`SELECT 1 FROM ${table} WHERE waitlist_id = $1`, [waitlistId]);
      expect([table, rows]).toEqual([table, []]);
    }
    expect(emails(connector.rows('one'))).toEqual(['a', 'b', 'c']);
  });
});
