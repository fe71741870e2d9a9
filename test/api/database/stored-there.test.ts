import { expect, it } from '@jest/globals';
import { NO_SOURCE } from '../../../core/questions/source.ts';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { describeEach, namesIn, openStorage, rowsOf, settle, shareDatabase } from './storage-fixture.ts';

describeEach('signups with an attached database', open => {
  const { session, database } = shareDatabase(open);

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
      answers: {},
      source: NO_SOURCE,
      language: 'en',
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

  it(`have their answers and source there, and changes of them${verifies('answers.outside')}`, async () => {
    const list = await openStorage(session);
    const asked = (key: string, type: string) => ({ key, label: `About ${key}`, type, ask: 'after' });
    const questions = [
      { ...asked('role', 'choice'), options: ['Founder', 'Developer'], ask: 'form' },
      { ...asked('note', 'text'), ask: 'form' },
      asked('size', 'text'),
      asked('news', 'checkbox'),
    ];
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { questions });
    const { tableName } = (await list.attach(database)).body;
    const source = { ...NO_SOURCE, utmSource: 'Zoë 😀', referrerHost: 't.co' };
    const { body } = await session.join(list.slug, {
      email: 'ann@example.com',
      answers: { role: 'Founder', note: 'Secret words' },
      source,
    });
    const place = new URL(body.statusUrl).pathname;
    const answer = async (answers: unknown) =>
      (await session.visitor.post(`${place}/answers`, { answers })).body;
    await answer({ size: 'Seven words' });
    await settle(session);
    const metadataOf = async () => (await rowsOf(database, tableName))[0]?.metadata;
    const given = { role: 'Founder', note: 'Secret words', size: 'Seven words' };
    expect(await metadataOf()).toEqual({ answers: given, source });
    const entryOf = async () => (await list.entries()).body.entries[0];
    expect(await entryOf()).toMatchObject({ answers: given, source });
    const here = await session.sql(`SELECT FROM contacts WHERE source ->> 'utm_source' = 'Zoë 😀'`);
    const pending = await session.sql('SELECT change FROM pending_changes');
    expect([here, pending]).toEqual([[], []]);

    // Texts are not known here: an empty field of the form does not clear one.
    await session.visitor.request('POST', `${place}/answers`, {
      body: new URLSearchParams({ 'answers[size]': '' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await settle(session);
    expect(await metadataOf()).toEqual({ answers: given, source });
    expect(await answer({ size: null, news: true })).toEqual({ answers: { role: 'Founder', news: true } });
    const changed = { role: 'Founder', note: 'Secret words', news: true };
    // At once, whether or not their database has it already.
    expect((await entryOf()).answers).toEqual(changed);
    await settle(session);
    expect(await metadataOf()).toEqual({
      answers: changed,
      consents: { news: { label: 'About news', at: expect.any(String) } },
      source,
    });
    expect((await entryOf()).answers).toEqual(changed);
    const { sources, answers } = (await session.api.get(`/api/v1/waitlists/${list.slug}/statistics`)).body;
    expect(sources).toEqual([{ source: 'zoë 😀', signups: 1, accepted: 0 }]);
    expect(answers).toEqual({ role: { Founder: 1, Developer: 0 }, news: { true: 1, false: 0 } });
    const exported = await session.api.post(`/api/v1/waitlists/${list.slug}/exports`, {});
    const csv = await session.visitor.get(exported.body.export.url);
    expect(csv.body).toContain(',t.co,en,Founder,Secret words,,true,About news,');
    expect(await session.sql('SELECT change FROM pending_changes')).toEqual([]);
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
