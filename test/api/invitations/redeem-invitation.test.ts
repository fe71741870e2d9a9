import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { addressOf, newList, redeem } from './invitation-fixture.ts';

const session = shareSession();

describe('redeem_invitation', () => {
  it(`lets a person in, and says who it is${verifies('invitations.redeem', 'invitations.redeem-again')}`, async () => {
    const list = await newList(session, ['Ada', 'Bea']);
    const { id } = (await list.invite({ count: 1 })).body.batch;
    const code = await list.code('Ada');
    const entryId = await list.idOf('Ada');
    const person = { waitlistId: list.id, entryId, email: addressOf('Ada', list.slug), name: 'Ada' };
    const first = await redeem(session.api, code);
    expect([first.status, first.body]).toEqual([200, { ...person, alreadyRedeemed: false }]);
    expect(await list.statuses()).toEqual(['Ada accepted', 'Bea waiting']);
    const again = await redeem(session.api, code);
    expect([again.status, again.body]).toEqual([200, { ...person, alreadyRedeemed: true }]);
    expect(await list.batch(id)).toMatchObject({ invited: 1, accepted: 1 });
  });

  it(`reads a code as people paste it${verifies('invitations.redeem-pasted')}`, async () => {
    const list = await newList(session, ['Ada']);
    await list.invite({ count: 1 });
    const code = await list.code('Ada');
    const [link] = await list.links('Ada');
    for (const pasted of [` ${code}`, `${code}.`, `${link}&utm_source=mail`])
      expect((await redeem(session.api, pasted)).body).toMatchObject({ name: 'Ada' });
  });

  it(`knows no other code, nor that of another account${verifies('invitations.redeem-unknown', 'invitations.tenants')}`, async () => {
    const list = await newList(session, ['Ada']);
    const { id } = (await list.invite({ count: 1 })).body.batch;
    const code = await list.code('Ada');
    for (const unknown of ['x', 'A'.repeat(22), `${code}A`]) {
      const { status, body } = await redeem(session.api, unknown);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
    const other = await session.otherAccount();
    const [theirs, unknown] = [await redeem(other, code), await redeem(other, 'B'.repeat(22))];
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(theirs.status).toBe(404);
    const elsewhere = await newList(session, [], { api: other });
    for (const path of [list.path, elsewhere.path]) {
      expect((await other.get(`${path}/invitations/${id}`)).status).toBe(404);
      expect((await other.delete(`${path}/invitations/${id}`)).status).toBe(404);
    }
    expect(await list.statuses()).toEqual(['Ada invited']);
  });

  it(`knows no code of an erased person${verifies('invitations.redeem-erased')}`, async () => {
    const list = await newList(session, ['Ada', 'Bea']);
    const { id } = (await list.invite({ count: 2 })).body.batch;
    const code = await list.code('Ada');
    await redeem(session.api, code);
    const owner = await session.signIn();
    await owner.delete(`/api/v1/waitlists/${list.id}/entries/${await list.idOf('Ada')}`);
    expect((await redeem(session.api, code)).status).toBe(404);
    expect(await list.batch(id)).toMatchObject({ invited: 1, accepted: 0 });
    expect((await session.api.get(`${list.path}/statistics`)).body).toMatchObject({
      total: 1,
      waiting: 0,
      invited: 1,
      accepted: 0,
    });
  });

  it('names nobody who was erased among those it passed over', async () => {
    const list = await newList(session, ['Ada', 'Bea']);
    const [ada, bea] = [await list.idOf('Ada'), await list.idOf('Bea')];
    await list.invite({ entryIds: [ada, bea] });
    const { id, skipped } = (await list.invite({ entryIds: [ada, bea] })).body.batch;
    expect(skipped).toHaveLength(2);
    const owner = await session.signIn();
    await owner.delete(`/api/v1/waitlists/${list.id}/entries/${ada}`);
    expect(await list.batch(id)).toMatchObject({ skipped: [{ entryId: bea, reason: 'invited' }] });
    await owner.delete(`/api/v1/waitlists/${list.id}/entries/${bea}`);
    expect(await list.batch(id)).toMatchObject({ skipped: [] });
  });

  it(`needs its scope, like inviting and withdrawing${verifies('invitations.scopes')}`, async () => {
    const list = await newList(session, ['Ada']);
    const { id } = (await list.invite({ count: 1 })).body.batch;
    const reader = await session.withScopes(['waitlists:read', 'waitlists:write', 'entries:read']);
    for (const answer of [
      await reader.post(`${list.path}/invitations`, { count: 1 }),
      await reader.delete(`${list.path}/invitations/${id}`),
      await redeem(reader, 'A'.repeat(22)),
    ])
      expect([answer.status, answer.body.requiredScope]).toEqual([403, 'invitations:write']);
    const inviter = await session.withScopes(['invitations:write']);
    for (const path of ['/invitations', `/invitations/${id}`, '/statistics'])
      expect((await inviter.get(`${list.path}${path}`)).body.requiredScope).toBe('entries:read');
    expect((await reader.get(`${list.path}/invitations/${id}`)).status).toBe(200);
    expect((await redeem(inviter, await list.code('Ada'))).status).toBe(200);
  });
});

describe('people by status', () => {
  it(`are listed and counted${verifies('invitations.list-status', 'invitations.statistics')}`, async () => {
    const names = ['Ada', 'Bea', 'Cai', 'Dot', 'Eli', 'Fay'];
    const list = await newList(session, names);
    await list.invite({ count: 4 });
    await redeem(session.api, await list.code('Cai'));
    await redeem(session.api, await list.code('Ada'));
    const owner = await session.signIn();
    await owner.delete(`/api/v1/waitlists/${list.id}/entries/${await list.idOf('Eli')}`);

    const found = async (query: string) => {
      const { entries, total } = await list.people(query);
      return [...entries.map(({ name }) => name), total];
    };
    expect(await found('status=waiting')).toEqual(['Fay', 1]);
    expect(await found('status=waiting&sort=position')).toEqual(['Fay', 1]);
    expect(await found('status=invited')).toEqual(['Dot', 'Bea', 2]);
    expect(await found('status=invited&sort=position')).toEqual(['Bea', 'Dot', 2]);
    expect(await found('status=invited&sort=position&limit=1&offset=1')).toEqual(['Dot', 2]);
    expect(await found('status=accepted')).toEqual(['Cai', 'Ada', 2]);
    expect(await found('status=accepted&limit=1')).toEqual(['Cai', 2]);
    const email = encodeURIComponent(addressOf('Bea', list.slug));
    expect(await found(`status=invited&email=${email}`)).toEqual(['Bea', 1]);
    expect(await found(`status=waiting&email=${email}`)).toEqual([0]);
    expect((await session.api.get(`${list.path}/entries?status=gone`)).body.details[0].path).toBe('status');

    const { body } = await session.api.get(`${list.path}/statistics?days=2`);
    expect(body).toEqual({
      sources: [{ source: 'direct', signups: 5, accepted: 2 }],
      answers: {},
      total: 5,
      waiting: 1,
      invited: 2,
      accepted: 2,
      days: [
        { date: expect.any(String), signups: 0 },
        { date: expect.any(String), signups: 5 },
      ],
      topReferrers: [],
    });
  });

  it(`top referrers come with what they referred${verifies('invitations.statistics')}`, async () => {
    const list = await newList(session, ['Ada']);
    const [ada] = (await session.api.get(`${list.path}/entries`)).body.entries;
    await session.join(list.slug, { email: 'friend@example.com', referralCode: ada.referralCode });
    expect((await session.api.get(`${list.path}/statistics`)).body.topReferrers).toEqual([
      { entryId: ada.id, email: ada.email, name: ada.name, referralCount: 1 },
    ]);
  });
});
