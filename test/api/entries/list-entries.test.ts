import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

interface Entry {
  id: string;
  email: string;
  name: string | null;
  position: number;
  referralCode: string;
  referralCount: number;
  referredBy: string | null;
  createdAt: string;
}

describe('GET /api/v1/waitlists/{id}/entries', () => {
  const session = shareSession();

  const list = (slug: string, query = '') => session.api.get(`/api/v1/waitlists/${slug}/entries${query}`);

  async function waitlistOf(slug: string, signups: number) {
    await session.api.post('/api/v1/waitlists', { name: slug, slug });
    for (let index = 1; index <= signups; index++)
      await session.join(slug, { email: `v${index}@example.com` });
  }

  describe('200', () => {
    it(`returns every member of an entry${verifies('entries.list-200', 'entries.field-id', 'entries.field-email', 'entries.field-name', 'entries.field-position', 'entries.field-referral-code', 'entries.field-referral-count', 'entries.field-referred-by', 'entries.field-created-at', 'entries.referred-by-is-code', 'entries.referral-adds-one')}`, async () => {
      await waitlistOf('members', 0);
      const ada = await session.join('members', { email: ' Ada@Example.com ', name: ' Ada ' });
      await session.join('members', { email: 'bob@example.com', referralCode: ada.body.referralCode });
      const { status, body } = await list('members');
      expect(status).toBe(200);
      expect(body).toEqual({
        entries: [
          {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            email: 'bob@example.com',
            name: null,
            position: 2,
            referralCode: expect.stringMatching(/^\w{6,}$/),
            referralCount: 0,
            referredBy: ada.body.referralCode,
            status: 'waiting',
            answers: {},
            source: { utmSource: null, utmMedium: null, utmCampaign: null, referrerHost: null },
            language: 'en',
            createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
          expect.objectContaining({
            email: 'Ada@Example.com',
            name: 'Ada',
            position: 1,
            referralCount: 1,
            referredBy: null,
          }),
        ],
        total: 2,
        limit: 50,
        offset: 0,
        next: null,
      });
    });

    it(`pages through all entries, newest first, at any offset${verifies('entries.newest-first', 'entries.limit-range', 'entries.limit-default-50', 'entries.offset-range', 'entries.offset-default-0', 'entries.total-full-count', 'entries.more-pages')}`, async () => {
      await waitlistOf('paged', 53);
      const first = (await list('paged')).body;
      expect(first).toMatchObject({ total: 53, limit: 50, offset: 0 });
      expect(first.entries).toHaveLength(50);
      expect(first.entries[0].email).toBe('v53@example.com');
      const rest = (await list('paged', '?offset=50&limit=200')).body;
      expect(rest.entries.map((entry: Entry) => entry.email)).toEqual([
        'v3@example.com',
        'v2@example.com',
        'v1@example.com',
      ]);
      expect((await list('paged', '?limit=1&offset=20')).body.entries[0].email).toBe('v33@example.com');
      expect((await list('paged', '?offset=53')).body).toMatchObject({ entries: [], total: 53, offset: 53 });
      expect((await list('paged', '?offset=9007199254740991')).body.entries).toEqual([]);
    });

    it(`has positions of exactly 1 to n after referrals${verifies('entries.positions-exactly-1-to-n', 'entries.new-signup-last', 'entries.referral-moves-up', 'entries.overtaken-move-down-one', 'entries.referral-not-past-1')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Boost', slug: 'boost', referralBoost: 3 });
      await session.license('boost');
      await session.api.patch('/api/v1/waitlists/boost', { referralEnabled: true });
      const codes: string[] = [];
      for (let index = 1; index <= 8; index++) {
        const { body } = await session.join('boost', { email: `v${index}@example.com` });
        expect(body.position).toBe(index);
        codes.push(body.referralCode);
      }
      const order = async () => {
        const entries: Entry[] = (await list('boost')).body.entries;
        return entries
          .sort((a, b) => a.position - b.position)
          .map(entry => `${entry.position}:${entry.email.slice(0, 2)}`);
      };
      expect(
        (await session.join('boost', { email: 'v9@example.com', referralCode: codes[6] })).body.position,
      ).toBe(9);
      expect(await order()).toEqual(['1:v1', '2:v2', '3:v3', '4:v7', '5:v4', '6:v5', '7:v6', '8:v8', '9:v9']);
      await session.join('boost', { email: 'w1@example.com', referralCode: codes[1] });
      expect(await order()).toEqual([
        '1:v2',
        '2:v1',
        '3:v3',
        '4:v7',
        '5:v4',
        '6:v5',
        '7:v6',
        '8:v8',
        '9:v9',
        '10:w1',
      ]);
    });

    it(`sorts by place, newest first by default${verifies('entries.sort')}`, async () => {
      await waitlistOf('sorted', 0);
      const { id } = (await session.api.get('/api/v1/waitlists/sorted')).body.waitlist;
      await session.license(id);
      await session.api.patch('/api/v1/waitlists/sorted', { referralEnabled: true, referralBoost: 2 });
      for (const name of ['a', 'b', 'c']) await session.join('sorted', { email: `${name}@example.com` });
      const { body: last } = await session.join('sorted', { email: 'd@example.com' });
      await session.join('sorted', { email: 'e@example.com', referralCode: last.referralCode });
      const names = async (query: string) =>
        (await list('sorted', query)).body.entries.map(({ email }: Entry) => email[0]).join('');
      expect(await names('')).toBe('edcba');
      expect(await names('?sort=joined')).toBe('edcba');
      expect(await names('?sort=position')).toBe('adbce');
      expect(await names('?sort=position&limit=2&offset=1')).toBe('db');
    });

    it(`finds the one with an email, and nobody with a part of it${verifies('entries.by-email')}`, async () => {
      await waitlistOf('by-email', 2);
      await session.join('by-email', { email: 'xv1@example.com', name: 'v1@example.com' });
      const { body } = await list('by-email', '?email=V1%40Example.com');
      expect(body).toMatchObject({
        entries: [{ email: 'v1@example.com', position: 1 }],
        total: 1,
        offset: 0,
      });
      expect(body.entries).toHaveLength(1);
      const past = await list('by-email', '?email=v1%40example.com&offset=1');
      expect(past.body).toMatchObject({ entries: [], total: 1, offset: 1 });
      for (const none of ['v1', 'v3@example.com'])
        expect((await list('by-email', `?email=${none}`)).body).toMatchObject({ entries: [], total: 0 });
      await waitlistOf('by-email-too', 1);
      expect((await list('by-email-too', '?email=v2%40example.com')).body.total).toBe(0);
      const owner = await session.signIn();
      await owner.delete(`/api/v1/waitlists/by-email/entries/${body.entries[0].id}`);
      expect((await list('by-email', '?email=v1%40example.com')).body).toMatchObject({
        entries: [],
        total: 0,
      });
    });

    it(`changes no positions while referrals are off, and ignores unknown codes${verifies('entries.referral-disabled-moves-nobody', 'entries.unknown-code-ignored')}`, async () => {
      await waitlistOf('still', 3);
      const codes = (await list('still')).body.entries.map((entry: Entry) => entry.referralCode);
      await session.join('still', { email: 'new@example.com', referralCode: codes[0] });
      const stranger = await session.join('still', { email: 'x@example.com', referralCode: 'no-such-code' });
      expect(stranger.status).toBe(201);
      const entries: Entry[] = (await list('still')).body.entries;
      expect(entries.map(entry => [entry.position, entry.referralCount, entry.referredBy])).toEqual([
        [5, 0, null],
        [4, 0, codes[0]],
        [3, 1, null],
        [2, 0, null],
        [1, 0, null],
      ]);
    });
  });

  describe('400', () => {
    it.each([
      'sort=name',
      'minReferrals=-1',
      'joinedAfter=yesterday',
      'joinedBefore=2026-11-27T09:00:00',
      'after=nonsense',
      'status=gone',
      'email=',
      'limit=0',
      'limit=201',
      'limit=1.5',
      'limit=ten',
      'limit=',
      'limit=1&limit=2',
      'offset=-1',
      'offset=1e3',
      'offset=99999999999999999999',
    ])(`names the parameter (%s)${verifies('entries.limit-range', 'entries.offset-range')}`, async query => {
      const { status, body } = await list('whatever', `?${query}`);
      expect(status).toBe(400);
      expect(body.details[0].path).toBe(query.split('=')[0]);
    });
  });
});
