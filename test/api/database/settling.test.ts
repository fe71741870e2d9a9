import { expect, it } from '@jest/globals';
import { verifies } from '../../support/verifies.ts';
import { describeEach, openStorage, settle, shareDatabase } from './storage-fixture.ts';

describeEach('settling a referral of people in an attached database', open => {
  const { session, database, viaProxy, proxy } = shareDatabase(open);

  /** Ada is the fourth, and referred herself. Everybody's address is in the attached database. */
  async function newList(ada: string) {
    const list = await openStorage(session);
    const path = `/api/v1/waitlists/${list.slug}`;
    await session.license(list.slug);
    await session.api.patch(path, { referralEnabled: true, referralBoost: 2 });
    await list.attach(viaProxy);
    const codes = await list.join('one', 'two', 'three', ada);
    await list.refer(`${ada}+1`, codes[3]);
    await settle(session);
    const referrals = async () => (await session.api.get(`${path}/referrals`)).body;
    const [{ entryId }] = (await referrals()).referrals;
    return {
      ...list,
      referrals,
      settleTo: (state: string) => session.api.patch(`${path}/referrals/${entryId}`, { state }),
      /** Ada's place, count, and events, as we have them. */
      async ada() {
        const [row] = await session.sql(
          `SELECT q.position, q.referral_count AS count FROM queue q JOIN waitlists w ON w.id = q.waitlist_id
           WHERE w.slug = $1 AND q.seq = 4`,
          [list.slug],
        );
        return [row.position, row.count];
      },
    };
  }

  it(`changes nothing while the database is away${verifies('referrals.settle-first-reads')}`, async () => {
    const list = await newList('ada');
    proxy.cut();
    expect(await list.settleTo('credited')).toMatchObject({
      status: 503,
      body: { code: 'external_database_unavailable' },
    });
    expect(await list.ada()).toEqual([4, 0]);
    proxy.restore();
    await session.sql('UPDATE database_attachments SET failures = 0, retry_at = NULL');
    const { status, body } = await list.settleTo('credited');
    expect([status, body.referral]).toMatchObject([
      200,
      { email: 'ada+1@example.com', referrerEmail: 'ada@example.com', state: 'credited' },
    ]);
    expect(await list.ada()).toEqual([2, 1]);
  });

  it(`works without an email where the owner deleted the row, which stays listed and counted${verifies('referrals.settle-first-reads', 'referrals.list')}`, async () => {
    const list = await newList('eve');
    const { tableName } = (await list.get()).body;
    await database.query(`DELETE FROM ${tableName} WHERE email = 'eve+1@example.com'`);
    const { status, body } = await list.settleTo('credited');
    expect([status, body.referral]).toMatchObject([200, { email: null, state: 'credited' }]);
    expect(await list.ada()).toEqual([2, 1]);
    expect(await list.referrals()).toMatchObject({
      referrals: [{ email: null, referrerEmail: 'eve@example.com', state: 'credited' }],
      total: 1,
    });
  });

  it(`lists and counts nobody whose data is in a database that was detached, and answers 404${verifies('referrals.settle-first-reads', 'referrals.list')}`, async () => {
    const list = await newList('mia');
    await list.detach();
    expect(await list.referrals()).toMatchObject({ referrals: [], total: 0 });
    expect((await list.settleTo('credited')).status).toBe(404);
    expect(await list.ada()).toEqual([4, 0]);
  });
});
