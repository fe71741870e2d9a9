import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import {
  describeEach,
  namesIn,
  openStorage,
  rowsOf,
  type Storage,
  settle,
  shareDatabase,
} from './storage-fixture.ts';

describeEach('a database that is away', open => {
  const { session, database, viaProxy, proxy } = shareDatabase(open);

  const deliveryOf = async ({ slug }: Storage) =>
    session.sql(
      `SELECT o.last_error AS reason, o.attempts, o.parked_at FROM outbox o JOIN waitlists w ON w.id = o.waitlist_id
       WHERE w.slug = $1 AND o.kind = 'deliver_signups'`,
      [slug],
    );
  /** Skips the job's delay and the schedule's minute. */
  async function wait(list: Storage): Promise<void> {
    await session.sql(
      `UPDATE outbox o SET available_at = now() FROM waitlists w
       WHERE w.id = o.waitlist_id AND w.slug = $1 AND o.last_error IS NOT NULL`,
      [list.slug],
    );
  }

  it(`loses no signup; only pages that need it are a 503${verifies('database.signups-while-away-succeed', 'database.page-needing-it-503', 'errors.code-external-database-unavailable')}`, async () => {
    const list = await openStorage(session);
    await list.join('ann');
    const { tableName } = (await list.attach(viaProxy)).body;
    await list.join('bob', 'cleo');
    await settle(session);
    proxy.cut();
    await list.join('dora', 'evan');
    await eventually(async () => expect(await deliveryOf(list)).toMatchObject([{ reason: 'unavailable' }]));

    const page = await list.entries();
    expect(page.status).toBe(503);
    expect(page.body).toMatchObject({
      code: 'external_database_unavailable',
      error: expect.stringMatching(/\w/),
      resolution: expect.any(String),
    });
    // Waiting entries are here, and so are those from before it was attached.
    const newest = await list.entries('?limit=2');
    expect([newest.status, namesIn(newest.body.entries), newest.body.total]).toEqual([
      200,
      ['evan', 'dora'],
      5,
    ]);
    expect(namesIn((await list.entries('?limit=2&offset=4')).body.entries)).toEqual(['ann']);
    expect((await list.entries('?limit=2&offset=1')).status).toBe(503);
    // It is still attached, and a test reports that it is unavailable.
    expect((await list.get()).body.connectionStored).toBe(true);
    expect((await list.attach(viaProxy, { testOnly: true })).status).toBe(422);

    proxy.restore();
    await wait(list);
    await list.join('fred');
    await settle(session);
    expect(namesIn(await rowsOf(database, tableName))).toEqual(['bob', 'cleo', 'dora', 'evan', 'fred']);
    expect(namesIn((await list.entries()).body.entries)).toEqual(
      ['ann', 'bob', 'cleo', 'dora', 'evan', 'fred'].reverse(),
    );
    const mailed = (await session.mail()).map(({ to }) => ({ email: to }));
    expect(namesIn(mailed).sort()).toEqual(['ann', 'bob', 'cleo', 'dora', 'evan', 'fred']);
  });

  it(`repeatedly during 200 signups ends up with each of them, in order and once${verifies('database.delivered-when-back-in-order-once')}`, async () => {
    const list = await openStorage(session);
    await session.license(list.slug);
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { referralEnabled: true, referralBoost: 3 });
    const { tableName } = (await list.attach(viaProxy)).body;
    const [code] = await list.join('first');

    const samples: string[][] = [];
    const interrupt = async (number: number) => {
      if (number % 25 === 10) proxy.cut();
      if (number % 25 === 0) {
        proxy.restore();
        await wait(list);
        samples.push((await rowsOf(database, tableName)).map(({ id }) => id));
      }
    };
    let number = 0;
    const visitor = async () => {
      while (number < 200) {
        const own = ++number;
        await interrupt(own);
        if (own % 5 === 0) await list.refer(`visitor${own}`, code);
        else await list.join(`visitor${own}`);
      }
    };
    await Promise.all([visitor(), visitor(), visitor(), visitor()]);
    proxy.restore();
    // Repairing the connection does not have to wait either.
    expect((await list.attach(viaProxy)).status).toBe(200);
    await settle(session, 30_000);

    const ledger = await session.sql(
      `SELECT q.id, q.position FROM queue q JOIN waitlists w ON w.id = q.waitlist_id WHERE w.slug = $1 ORDER BY q.seq`,
      [list.slug],
    );
    expect(ledger).toHaveLength(201);
    const rows = await rowsOf(database, tableName);
    const positions = (all: readonly { id: string; position: number }[]) =>
      all.map(({ id, position }) => `${id} ${position}`).sort();
    expect(positions(rows)).toEqual(positions(ledger as { id: string; position: number }[]));
    // In order: the rows at any time were the first ones, without a gap.
    expect(samples.length).toBeGreaterThan(5);
    for (const sample of samples) {
      expect(sample.sort()).toEqual(
        ledger
          .slice(0, sample.length)
          .map(({ id }) => id)
          .sort(),
      );
    }
    expect(namesIn((await list.entries('?limit=200')).body.entries)).toHaveLength(200);
  }, 90_000);
});
