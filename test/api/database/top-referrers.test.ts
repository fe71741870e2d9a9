import { expect, it } from '@jest/globals';
import { verifies } from '../../support/verifies.ts';
import { describeEach, openStorage, settle, shareDatabase } from './storage-fixture.ts';

describeEach('the top referrers of a list with an attached database', open => {
  const { session, database, viaProxy, proxy } = shareDatabase(open);

  /** Ann joined before the database was attached, and Bob and Cleo after. Each referred a friend. */
  async function newList() {
    const list = await openStorage(session);
    const [ann] = await list.join('ann');
    await list.attach(viaProxy);
    const [bob, cleo] = await list.join('bob', 'cleo');
    for (const code of [ann, bob, cleo]) await list.refer(`friend-of-${code}`, code);
    await settle(session);
    return {
      ...list,
      async statistics() {
        const { status, body } = await session.api.get(`/api/v1/waitlists/${list.slug}/statistics`);
        expect([status, body.total]).toEqual([200, 6]);
        const named = body.topReferrers.map(({ email, name }: Record<string, unknown>) => [email, name]);
        return { named, contactsError: body.contactsError };
      },
    };
  }

  it(`have the names and emails that are only there${verifies('statistics.own-database')}`, async () => {
    const list = await newList();
    expect(await list.statistics()).toEqual({
      named: [
        ['ann@example.com', 'ann'],
        ['bob@example.com', 'bob'],
        ['cleo@example.com', 'cleo'],
      ],
    });
    const { tableName } = (await list.get()).body;
    await database.query(`DELETE FROM ${tableName} WHERE email = 'bob@example.com'`);
    expect((await list.statistics()).named).toEqual([
      ['ann@example.com', 'ann'],
      [null, null],
      ['cleo@example.com', 'cleo'],
    ]);
  });

  it(`lack them, and say why, while it is away${verifies('statistics.own-database')}`, async () => {
    const list = await newList();
    proxy.cut();
    expect(await list.statistics()).toEqual({
      named: [
        ['ann@example.com', 'ann'],
        [null, null],
        [null, null],
      ],
      contactsError: expect.stringMatching(/^Your database is unavailable: \w/),
    });
    proxy.restore();
  });
});
