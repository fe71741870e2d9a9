import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CustomerDatabase } from '../../connector/customer-database.ts';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { describeEach, namesIn, openStorage, rowsOf, settle } from './storage-fixture.ts';

describeEach('signups with an attached database', open => {
  let session: ApiSession;
  let database: CustomerDatabase;
  beforeAll(async () => {
    [session, database] = await Promise.all([openSession(), open()]);
  });
  afterAll(async () => {
    await session.close();
    await database.drop();
  });

  it(`are stored there and not here, and emailed once${verifies('database.new-signups-stored-there', 'database.personal-data-there-only')}`, async () => {
    const list = await openStorage(session);
    await list.join('before');
    const { tableName } = (await list.attach(database)).body;
    const { body: joined } = await session.join(list.slug, { email: ' Ann@Example.com', name: 'Añn 🌱' });
    expect(joined.position).toBe(2);
    await settle(session);

    const rows = await rowsOf(database, tableName);
    const { body } = await list.entries();
    expect(rows).toEqual([
      {
        id: body.entries[0].id,
        email: 'Ann@Example.com',
        name: 'Añn 🌱',
        position: 2,
        referral_code: joined.referralCode,
        referred_by: null,
        metadata: {},
        created_at: body.entries[0].createdAt,
      },
    ]);
    expect(body.entries[0]).toEqual({
      id: expect.any(String),
      email: 'Ann@Example.com',
      name: 'Añn 🌱',
      position: 2,
      referralCode: joined.referralCode,
      referralCount: 0,
      referredBy: null,
      status: 'waiting',
      createdAt: expect.any(String),
    });

    // All tables as text: nothing here identifies the person.
    const tables = await session.sql(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const found = await session.sql(`SELECT t::text FROM ${name} t WHERE t::text ~* 'ann@example|Añn'`);
      expect([name, found]).toEqual([name, []]);
    }
    const mail = await session.mail();
    expect(mail.map(({ to }) => to).filter(to => /ann/i.test(to))).toEqual(['Ann@Example.com']);
    expect(mail.find(({ to }) => to === 'Ann@Example.com')?.html).toContain(joined.referralCode);

    const again = await session.join(list.slug, { email: 'ann@example.com' });
    expect([again.status, again.body.alreadyJoined]).toEqual([200, true]);
  });

  it(`have the same position there as here within a minute${verifies('database.position-within-a-minute')}`, async () => {
    const list = await openStorage(session);
    await session.license(list.slug);
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { referralEnabled: true, referralBoost: 2 });
    const [, inside] = await list.join('zoe', 'yan');
    const { tableName } = (await list.attach(database)).body;
    const [, , cleo] = await list.join('ann', 'bob', 'cleo');
    await settle(session);
    const places = async () =>
      Object.fromEntries(
        (await rowsOf(database, tableName)).map(({ email, position }) => [email[0], position]),
      );
    expect(await places()).toEqual({ a: 3, b: 4, c: 5 });

    await list.refer('dora', cleo);
    await list.refer('evan', inside);
    await eventually(async () => expect(await places()).toEqual({ c: 3, a: 4, b: 5, d: 6, e: 7 }), 60_000);
    const { body } = await list.entries();
    const here = Object.fromEntries(
      body.entries.map((entry: { email: string; position: number }) => [entry.email[0], entry.position]),
    );
    expect(here).toEqual({ y: 1, z: 2, c: 3, a: 4, b: 5, d: 6, e: 7 });
    const [dora] = (await rowsOf(database, tableName)).filter(({ email }) => email.startsWith('dora'));
    expect(dora?.referred_by).toBe(cleo);
  });

  it(`are listed with those stored here, in one order with one total${verifies('database.entries-merged', 'database.deleted-row-not-listed')}`, async () => {
    const list = await openStorage(session);
    const names = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `p${from + index}`);
    await list.join(...names(0, 4));
    const { tableName } = (await list.attach(database)).body;
    await list.join(...names(4, 9));
    await settle(session);
    await list.detach();
    await list.join(...names(9, 12));
    await list.attach(database);
    await list.join(...names(12, 14));
    await settle(session);

    const all = names(0, 14).reverse();
    for (const limit of [1, 3, 5, 200]) {
      const seen = [];
      for (let offset = 0; offset < 14; offset += limit) {
        const { body } = await list.entries(`?limit=${limit}&offset=${offset}`);
        expect(body.total).toBe(14);
        seen.push(...namesIn(body.entries));
      }
      expect(seen).toEqual(all);
    }

    // A row deleted by the customer is left out of its page; the queue does not change.
    await database.query(`DELETE FROM ${tableName} WHERE email = 'p5@example.com'`);
    await database.query(`UPDATE ${tableName} SET name = 'Renamed' WHERE email = 'p6@example.com'`);
    const { body } = await list.entries('?limit=4&offset=6');
    expect([namesIn(body.entries), body.total]).toEqual([['p7', 'p6', 'p4'], 14]);
    expect(body.entries[1]).toMatchObject({ name: 'Renamed', position: 7 });
  });
});
