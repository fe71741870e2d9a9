import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /api/v1/waitlists/{id}/entries/{entryId}', () => {
  const session = shareSession();

  let lists = 0;
  async function newList() {
    const slug = `person-${++lists}`;
    await session.api.post('/api/v1/waitlists', { name: slug, slug, inviteUrl: 'https://rocket.example/' });
    await session.license(slug);
    const path = `/api/v1/waitlists/${slug}`;
    await session.api.patch(path, { referralEnabled: true, referralBoost: 2 });
    const find = async (name: string) =>
      (await session.api.get(`${path}/entries?email=${name}@example.com`)).body.entries[0];
    return {
      slug,
      path,
      find,
      join: async (name: string, referralCode?: string) =>
        (await session.join(slug, { email: `${name}@example.com`, name, referralCode })).body,
      show: async (name: string) => session.api.get(`${path}/entries/${(await find(name)).id}`),
    };
  }

  it(`shows all that is known of a person${verifies('people.get-entry', 'people.mail')}`, async () => {
    const list = await newList();
    const ada = await list.join('ada');
    await list.join('bob');
    await list.join('cid');
    const dee = await list.join('dee', ada.referralCode);
    await list.join('eve', dee.referralCode);
    const { status, body } = await list.show('dee');
    expect(status).toBe(200);
    expect(body).toEqual({
      entry: {
        ...(await list.find('dee')),
        position: 2,
        ahead: 1,
        referralCount: 1,
        referralLink: dee.referralLink,
        statusUrl: dee.statusUrl,
        placesGained: 2,
        referrer: { entryId: (await list.find('ada')).id, email: 'ada@example.com' },
        invitation: null,
        mail: 'ok',
      },
    });
    expect((await list.show('ada')).body.entry).toMatchObject({ ahead: 0, placesGained: 0, referrer: null });
  });

  it(`shows an invitation until it ends${verifies('people.get-entry')}`, async () => {
    const list = await newList();
    const code = async (to: string) =>
      eventually(async () => {
        const sent = (await session.mail()).find(mail => mail.to === to && mail.text.includes('code='));
        const found = /code=(\S+)/.exec(sent?.text ?? '')?.[1];
        if (found === undefined) throw new Error('The invitation was not sent');
        return found;
      });
    await list.join('ida');
    await list.join('jan');
    const { batch } = (await session.api.post(`${list.path}/invitations`, { count: 2 })).body;
    const open = { batchId: batch.id, expiresAt: batch.expiresAt, invitedAt: batch.createdAt };
    expect((await list.show('ida')).body.entry.invitation).toEqual({ ...open, acceptedAt: null });
    const before = new Date().toISOString();
    await session.api.post('/api/v1/invitations/redeem', { code: await code('ida@example.com') });
    const { acceptedAt, ...rest } = (await list.show('ida')).body.entry.invitation;
    expect(rest).toEqual(open);
    expect(acceptedAt >= before).toBe(true);
    await session.api.delete(`${list.path}/invitations/${batch.id}`);
    expect((await list.show('ida')).body.entry.invitation).toEqual({ ...open, acceptedAt });
    expect((await list.show('jan')).body.entry).toMatchObject({
      status: 'waiting',
      invitation: null,
      ahead: 0,
    });
  });

  it(`says whether email reaches them${verifies('people.mail')}`, async () => {
    const list = await newList();
    await list.join('kim+news');
    const mail = async () => (await list.show('kim%2Bnews')).body.entry.mail;
    expect(await mail()).toBe('ok');
    const { id } = (await session.api.get(list.path)).body.waitlist;
    const stop = await eventually(async () => {
      const [sent] = (await session.mail()).filter(({ to }) => to === 'kim+news@example.com');
      const link = /https?:\S+\/u\/[\w-]+/.exec(sent?.text ?? '')?.[0];
      if (link === undefined) throw new Error('No email came');
      return link;
    });
    expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
    expect(await mail()).toBe('stopped');
    await session.sql(
      `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
       SELECT e.email_digest, 'bounce', $1, now(), now() FROM entries e WHERE e.waitlist_id = $1`,
      [id],
    );
    expect(await mail()).toBe('undeliverable');
  });

  it(`names no referrer who was erased${verifies('people.get-entry', 'people.erase-entry', 'people.scope')}`, async () => {
    const list = await newList();
    const lea = await list.join('lea');
    await list.join('mia', lea.referralCode);
    const path = `${list.path}/entries/${(await list.find('lea')).id}`;
    const reader = await session.withScopes(['entries:read', 'waitlists:write']);
    const refused = await reader.delete(path);
    expect([refused.status, refused.body.requiredScope]).toEqual([403, 'entries:write']);
    const writer = await session.withScopes(['entries:write']);
    const unread = await writer.get(path);
    expect([unread.status, unread.body.requiredScope]).toEqual([403, 'entries:read']);
    expect(await writer.delete(path)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await session.api.get(path)).status).toBe(404);
    expect((await list.show('mia')).body.entry).toMatchObject({ referrer: null, referredBy: null, ahead: 0 });
  });

  it('is a 404 for somebody of another list or account', async () => {
    const list = await newList();
    await list.join('nia');
    const { id } = await list.find('nia');
    const other = await newList();
    const stranger = await session.otherAccount();
    for (const [client, path] of [
      [session.api, `${other.path}/entries/${id}`],
      [session.api, `${list.path}/entries/nobody`],
      [stranger, `${list.path}/entries/${id}`],
    ] as const)
      expect((await client.get(path)).status).toBe(404);
  });

  it(`needs a scope that keys from before do not have${verifies('people.scope-not-gained')}`, async () => {
    const { key, id } = await session.createKey(['entries:read']);
    const before = await session.sql('SELECT scopes FROM api_keys WHERE id = $1', [id]);
    expect(before).toEqual([{ scopes: ['entries:read'] }]);
    const list = await newList();
    await list.join('ola');
    const { status } = await fetch(`${session.url}${list.path}/entries/${(await list.find('ola')).id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status).toBe(403);
  });
});
