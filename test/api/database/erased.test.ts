import { expect, it } from '@jest/globals';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { describeEach, namesIn, openStorage, rowsOf, settle, shareDatabase } from './storage-fixture.ts';

describeEach('a person who is erased', open => {
  const { session, database } = shareDatabase(open);

  const erase = async (slug: string, name: string) => {
    const path = `/api/v1/waitlists/${slug}/entries`;
    const { body } = await session.api.get(`${path}?email=${name}%40example.com`);
    expect(body.entries).toHaveLength(1);
    expect((await session.api.delete(`${path}/${body.entries[0].id}`)).status).toBe(200);
  };

  it(`is removed from the attached database, along with their code in other rows${verifies('erasure.attached-database-too')}`, async () => {
    const list = await openStorage(session);
    const { tableName } = (await list.attach(database)).body;
    const [ann] = await list.join('ann', 'bob');
    await list.refer('cid', ann);
    await settle(session);
    expect(namesIn(await rowsOf(database, tableName))).toEqual(['ann', 'bob', 'cid']);

    await erase(list.slug, 'ann');
    await eventually(async () => {
      const rows = await rowsOf(database, tableName);
      expect(rows.map(({ email, referred_by }) => [email, referred_by])).toEqual([
        ['bob@example.com', null],
        ['cid@example.com', null],
      ]);
    });
    const { body } = await list.entries();
    expect(body.total).toBe(2);
    expect(namesIn(body.entries)).toEqual(['cid', 'bob']);
    await eventually(
      async () => expect(await session.sql('SELECT FROM pending_erasures')).toEqual([]),
      20_000,
    );
  });

  it(`can leave and stop the email by its link${verifies('email.leave-by-link', 'email.stop-survives')}`, async () => {
    await session.sql('DELETE FROM outbox');
    const list = await openStorage(session);
    const { tableName } = (await list.attach(database)).body;
    const { body } = await session.api.get(`/api/v1/waitlists/${list.slug}`);
    const template = {
      name: list.slug,
      subject: list.slug,
      html: EXAMPLE_HTML,
      waitlistIds: [body.waitlist.id],
    };
    expect((await session.api.post('/api/v1/email-templates', template)).status).toBe(201);
    const sent = async () => (await session.mail()).filter(({ subject }) => subject === list.slug);
    // The mailbox is not the address, and the address is soon only in the attached database.
    await list.join('a.n.n+x');
    await settle(session);
    const [message] = await eventually(async () => {
      expect(namesIn(await rowsOf(database, tableName))).toEqual(['a.n.n+x']);
      expect(await sent()).toHaveLength(1);
      return sent();
    });
    expect(await session.sql('SELECT FROM contacts WHERE waitlist_id = $1', [body.waitlist.id])).toEqual([]);
    const link = new URL(/<(.+)>/.exec(message?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname;
    for (const form of ['List-Unsubscribe=One-Click', 'leave=yes'])
      expect(
        await session.visitor.request('POST', link, {
          body: form,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      ).toMatchObject({ status: 200 });
    await eventually(async () => expect(await rowsOf(database, tableName)).toEqual([]));
    await session.sql("DELETE FROM outbox WHERE kind = 'forget_referrer'");
    await list.join('a.n.n+x', 'a.n.n');
    await settle(session);
    expect(await sent()).toHaveLength(1);
  });

  it('is removed from a detached database as soon as it is attached again', async () => {
    await session.sql('DELETE FROM outbox');
    const list = await openStorage(session);
    const { tableName } = (await list.attach(database)).body;
    const [ann] = await list.join('ann');
    await settle(session);
    await list.detach();
    await list.refer('bob', ann);
    await settle(session);
    const id = (await rowsOf(database, tableName))[0]?.id;
    // Nobody in an unavailable database is listed, but they can be erased by id.
    const path = `/api/v1/waitlists/${list.slug}/entries`;
    expect((await session.api.get(`${path}?email=ann%40example.com`)).body.entries).toEqual([]);
    expect((await session.api.delete(`${path}/${id}`)).status).toBe(200);
    expect((await list.entries()).body.entries).toMatchObject([
      { email: 'bob@example.com', referredBy: null },
    ]);
    expect(namesIn(await rowsOf(database, tableName))).toEqual(['ann']);

    await list.attach(database);
    await eventually(async () => expect(await rowsOf(database, tableName)).toEqual([]));
    expect((await list.entries()).body).toMatchObject({ total: 1, entries: [{ email: 'bob@example.com' }] });
  });
});
