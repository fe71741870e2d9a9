import { describe, expect, it } from '@jest/globals';
import { openPostgresDatabase } from '../../connector/customer-database.ts';
import { startCutProxy } from '../../support/cut-proxy.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { openStorage, settle } from '../database/storage-fixture.ts';
import { addressOf, newList, redeem } from '../invitations/invitation-fixture.ts';

const NAMES = Array.from({ length: 25 }, (_, n) => `Person${String(n + 1).padStart(2, '0')}`);
const NOBODY = '019a4d4c-0000-7000-8000-000000000000';

describe('previewing invitations', () => {
  const session = shareSession();
  const person = sharePerson(session);

  const preview = (id: string, body: Record<string, unknown>, by = person) =>
    by.post(`/api/v1/dashboard/waitlists/${id}/invitations/preview`, body);

  it(`names the first 20 by place, and invites nobody${verifies('invitations.preview')}`, async () => {
    const list = await newList(session, NAMES);
    const { status, body } = await preview(list.id, { count: 22, message: 'Bring a helmet.' });
    expect(status).toBe(200);
    expect([body.invited, body.skipped]).toEqual([22, []]);
    const { entries } = await list.people();
    expect(body.people).toEqual(
      entries.slice(0, 20).map(({ id, name, email, position }) => ({ entryId: id, name, email, position })),
    );
    expect(entries.map(({ status: now }) => now)).toEqual(NAMES.map(() => 'waiting'));
    expect((await session.api.get(`${list.path}/invitations`)).body.total).toBe(0);
  });

  it(`shows the email as it is sent, but for its links${verifies('invitations.preview')}`, async () => {
    const list = await newList(session, ['Ada']);
    const message = 'Bring a <helmet>.\n\nAnd gloves.';
    const { email } = (await preview(list.id, { count: 1, expiresInDays: 3, message })).body;
    expect(email.text).toContain('https://rocket.example/welcome?plan=early&code=your-code');
    await list.invite({ count: 1, expiresInDays: 3, message });
    await list.code('Ada');
    const sent = (await session.mail()).find(
      ({ to, subject }) => to === addressOf('Ada', list.slug) && subject.startsWith('You’re in'),
    );
    const withoutLinks = (text = '') =>
      text
        .replace(/code=[\w-]+/g, 'code=X')
        .replace(/\/u\/[\w-]+/g, '/u/X')
        .replace(/\r\n/g, '\n')
        .trim();
    expect([email.subject, withoutLinks(email.html), withoutLinks(email.text)]).toEqual([
      sent?.subject,
      withoutLinks(sent?.html),
      withoutLinks(sent?.text),
    ]);
  });

  it(`says who is skipped, and why${verifies('invitations.preview')}`, async () => {
    const list = await newList(session, ['Ada', 'Bea', 'Cai', 'Dot', 'Eli']);
    await list.invite({ count: 2 });
    await redeem(session.api, await list.code('Ada'));
    await session.sql(
      `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
       SELECT email_digest, 'bounce', waitlist_id, now(), now() FROM entries WHERE id = $1`,
      [await list.idOf('Cai')],
    );
    const ids = await Promise.all(['Eli', 'Ada', 'Bea', 'Cai', 'Dot'].map(list.idOf));
    const { status, body } = await preview(list.id, { entryIds: [...ids, NOBODY] });
    expect(status).toBe(200);
    expect(body.people).toMatchObject([
      { entryId: ids[4], name: 'Dot', position: 4 },
      { entryId: ids[0], name: 'Eli', position: 5 },
    ]);
    expect(body.skipped).toEqual([
      { entryId: ids[1], reason: 'accepted', email: addressOf('Ada', list.slug) },
      { entryId: ids[2], reason: 'invited', email: addressOf('Bea', list.slug) },
      { entryId: ids[3], reason: 'undeliverable', email: addressOf('Cai', list.slug) },
      { entryId: NOBODY, reason: 'not_found', email: null },
    ]);
  });

  it('refuses what inviting refuses, keys, and another account', async () => {
    const list = await newList(session, ['Ada']);
    const path = `/api/v1/dashboard/waitlists/${list.id}/invitations/preview`;
    expect((await preview(list.id, {})).body.details).toMatchObject([{ path: 'count' }]);
    expect((await preview(list.id, { count: 1, message: 'x'.repeat(501) })).status).toBe(400);
    expect((await session.api.post(path, { count: 1 })).status).toBe(403);
    const stranger = await (await session.createAccount('pro')).signIn();
    expect((await preview(list.id, { count: 1 }, stranger)).status).toBe(404);
    await session.api.patch(list.path, { inviteUrl: null });
    expect((await preview(list.id, { count: 1 })).body.code).toBe('invite_url_required');
  });

  it(`reads contacts from the attached database, and is a 503 while that is away${verifies('invitations.preview-outside')}`, async () => {
    const database = await openPostgresDatabase();
    const proxy = await startCutProxy(database.url);
    try {
      const list = await openStorage(session);
      await session.api.patch(`/api/v1/waitlists/${list.slug}`, { inviteUrl: 'https://rocket.example/' });
      await list.attach({ ...database, url: proxy.through(database.url) });
      await list.join('ann');
      await settle(session);
      expect((await preview(list.slug, { count: 1 })).body.people).toMatchObject([
        { email: 'ann@example.com', position: 1 },
      ]);
      proxy.cut();
      const { status, body } = await preview(list.slug, { count: 1 });
      expect([status, body.code]).toEqual([503, 'external_database_unavailable']);
    } finally {
      await proxy.stop();
      await database.drop();
    }
  });
});
