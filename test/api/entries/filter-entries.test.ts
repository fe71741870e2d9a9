import { beforeAll, describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

interface Entry {
  readonly email: string;
  readonly createdAt: string;
}

describe('GET /api/v1/waitlists/{id}/entries with filters', () => {
  const session = shareSession();
  const PATH = '/api/v1/waitlists/filtered/entries';
  let joined: readonly Entry[];

  const list = async (query: Record<string, string | number>) => {
    const { status, body, headers } = await session.api.get(
      `${PATH}?${new URLSearchParams(query as Record<string, string>)}`,
    );
    expect(status).toBe(200);
    return { ...body, headers, names: body.entries.map(({ email }: Entry) => email.split('@')[0]) };
  };

  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Filtered', slug: 'filtered' });
    await session.license('filtered');
    await session.api.patch('/api/v1/waitlists/filtered', { referralEnabled: true, referralBoost: 1 });
    const ada = (await session.join('filtered', { email: 'ada@one.example', name: 'Ada 100%' })).body;
    const bob = (await session.join('filtered', { email: 'b_ob@one.example', name: 'Ädam' })).body;
    await session.join('filtered', { email: 'cid@two.example', referralCode: bob.referralCode });
    await session.join('filtered', { email: 'dee@two.example', referralCode: bob.referralCode });
    await session.join('filtered', { email: 'eve@two.example', referralCode: ada.referralCode });
    joined = (await list({})).entries.toReversed();
  });

  it(`finds a part of email or name${verifies('people.q')}`, async () => {
    expect((await list({ q: 'ONE.ex' })).names).toEqual(['b_ob', 'ada']);
    expect((await list({ q: ' äDA ' })).names).toEqual(['b_ob']);
    expect((await list({ q: '%' })).names).toEqual(['ada']);
    expect((await list({ q: '_' })).names).toEqual(['b_ob']);
    expect((await list({ q: '' })).total).toBe(5);
    expect(await list({ q: 'nobody' })).toMatchObject({ entries: [], total: 0, next: null });
  });

  it(`takes the moments of joining, with the bounds${verifies('people.joined-bounds')}`, async () => {
    const [, second, , fourth] = joined;
    const bounds = { joinedAfter: second?.createdAt ?? '', joinedBefore: fourth?.createdAt ?? '' };
    const { names } = await list(bounds);
    expect(names).toEqual(expect.arrayContaining(['dee', 'cid', 'b_ob']));
    expect((await list({ joinedAfter: '2100-01-01T00:00:00Z' })).total).toBe(0);
    expect((await list({ joinedBefore: '2000-01-01T00:00:00+02:00' })).total).toBe(0);
  });

  it(`sorts by referrals, with those who have as many as asked${verifies('people.sort-referrals', 'people.min-referrals')}`, async () => {
    expect((await list({ sort: 'referrals' })).names).toEqual(['b_ob', 'ada', 'cid', 'dee', 'eve']);
    expect((await list({ minReferrals: 1 })).names).toEqual(['b_ob', 'ada']);
    expect((await list({ minReferrals: 2, sort: 'position' })).names).toEqual(['b_ob']);
  });

  it(`combines them${verifies('people.filters')}`, async () => {
    const all = { q: 'example', status: 'waiting', minReferrals: 1, joinedAfter: '2000-01-01T00:00:00Z' };
    expect(await list({ ...all, sort: 'referrals', limit: 1 })).toMatchObject({ names: ['b_ob'], total: 2 });
    expect((await list({ ...all, email: 'ada@one.example' })).names).toEqual(['ada']);
    expect((await list({ ...all, email: 'cid@two.example' })).names).toEqual([]);
  });

  it.each(['joined', 'position', 'referrals'])(
    `follows next to the end, by %s${verifies('people.cursor', 'http.link')}`,
    async sort => {
      const whole = await list({ sort });
      expect(whole.next).toBeNull();
      const seen: string[] = [];
      let query: Record<string, string | number> | null = { sort, limit: 2, q: 'example' };
      while (query) {
        const page: Awaited<ReturnType<typeof list>> = await list(query);
        expect(page).toMatchObject({ total: 5, limit: 2, offset: 0 });
        seen.push(...page.names);
        const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
        if (query.after !== undefined)
          expect(link && new URL(link).searchParams.get('after')).toEqual(page.next ?? undefined);
        query = page.next === null ? null : { sort, limit: 2, q: 'example', after: page.next };
      }
      expect(seen).toEqual(whole.names);
    },
  );

  it(`refuses a cursor of another order, and one with an offset${verifies('people.cursor')}`, async () => {
    const { next } = await list({ limit: 1 });
    for (const [query, path] of [
      [`after=${next}&sort=position`, 'after'],
      [`after=${next}&offset=1`, 'offset'],
    ] as const) {
      const { status, body } = await session.api.get(`${PATH}?${query}`);
      expect([status, body.details?.[0].path]).toEqual([400, path]);
    }
  });
});
