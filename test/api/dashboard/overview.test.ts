import { describe, expect, it } from '@jest/globals';
import { dayWithRoom } from '../../support/midnight.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const WAITLISTS = '/api/v1/dashboard/waitlists';

/** Rows as the engine writes them, one every `seconds`, the last one now. */
const FILL = `
  INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
  SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'c' || n, now() - make_interval(secs => ($2 - n) * $3)
  FROM generate_series(1, $2::integer) AS n`;

describe('numbers in the dashboard', () => {
  const session = shareSession();
  const person = sharePerson(session);

  const create = async (slug: string): Promise<string> =>
    (await session.api.post('/api/v1/waitlists', { name: slug, slug })).body.waitlist.id;
  const join = async (slug: string, email: string, referralCode?: string): Promise<string> =>
    (await session.join(slug, { email, referralCode })).body.referralCode;
  const overview = async (slug: string, query = '') =>
    (await person.get(`${WAITLISTS}/${slug}/overview${query}`)).body;

  it(`lists waitlists with signups in total and today${verifies('dashboard.waitlists-counted')}`, async () => {
    await dayWithRoom();
    const account = await session.createAccount('free');
    const [api, owner] = [await account.withScopes(['waitlists:write']), await account.signIn()];
    expect((await owner.get(WAITLISTS)).body).toEqual({ waitlists: [], total: 0, limit: 50, offset: 0 });
    for (const slug of ['counted-one', 'counted-two'])
      await api.post('/api/v1/waitlists', { name: slug, slug });
    for (const n of [1, 2, 3]) await join('counted-one', `p${n}@example.com`);
    await session.sql(
      `UPDATE entries SET created_at = created_at - interval '2 days'
       WHERE seq < 3 AND waitlist_id = (SELECT id FROM waitlists WHERE slug = 'counted-one')`,
    );
    const { body } = await owner.get(WAITLISTS);
    expect(body).toMatchObject({ total: 2, limit: 50, offset: 0 });
    expect(body.waitlists).toEqual([
      expect.objectContaining({ slug: 'counted-two', total: 0, today: 0 }),
      {
        id: expect.any(String),
        slug: 'counted-one',
        name: 'counted-one',
        url: `${session.url}/w/counted-one`,
        licensed: false,
        door: 'open',
        opensAt: null,
        createdAt: expect.any(String),
        template: 'door',
        brandColor: null,
        total: 3,
        today: 1,
        recent: [...Array(11).fill(0), 2, 0, 1],
      },
    ]);
    await session.sql(
      `INSERT INTO custom_domains (domain, account_id, waitlist_id, state)
       SELECT slug || '.test', account_id, id, CASE slug WHEN 'counted-one' THEN 'active' ELSE 'verifying' END
       FROM waitlists WHERE slug IN ('counted-one', 'counted-two')`,
    );
    const { body: after } = await owner.get(WAITLISTS);
    expect(after.waitlists.map(({ url }: { url: string }) => url)).toEqual([
      `${session.url}/w/counted-two`,
      `http://counted-one.test:${new URL(session.url).port}/`,
    ]);
    const second = await owner.get(`${WAITLISTS}?limit=1&offset=1`);
    expect(second.body.waitlists.map(({ slug }: { slug: string }) => slug)).toEqual(['counted-one']);
    expect((await owner.get(`${WAITLISTS}?limit=101`)).status).toBe(400);
  });

  it(`counts signups per day, including both ends of the day${verifies('dashboard.signups-by-day')}`, async () => {
    await dayWithRoom();
    const id = await create('by-day');
    const empty = await overview('by-day', '?days=3');
    expect(empty).toMatchObject({ total: 0, today: 0, topReferrers: [] });
    expect(empty.days.map(({ signups }: { signups: number }) => signups)).toEqual([0, 0, 0]);

    // Midnight belongs to the new day, and a microsecond earlier to the old one.
    const times = ['-4 days', '-2 days', '-1 day -1 microsecond', '-1 day', '-1 microsecond', '0', '0'];
    await session.sql(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'd' || n, date_trunc('day', now(), 'UTC') + t::interval
       FROM unnest($2::text[]) WITH ORDINALITY AS x (t, n)`,
      [id, times],
    );
    const { total, today, days } = await overview('by-day', '?days=3');
    expect({ total, today }).toEqual({ total: 7, today: 2 });
    expect(days.map(({ signups }: { signups: number }) => signups)).toEqual([2, 2, 2]);
    const [{ date }] = await session.sql(`SELECT ((now() AT TIME ZONE 'UTC')::date)::text AS date`);
    expect(days.at(-1).date).toBe(date);
    expect((await overview('by-day')).days).toHaveLength(30);
    await session.sql(
      `UPDATE entries SET created_at = date_trunc('hour', now()) - make_interval(hours => 7 - seq)
       WHERE waitlist_id = $1 AND seq > 3`,
      [id],
    );
    const { hours } = await overview('by-day');
    expect(hours.map(({ signups }: { signups: number }) => signups)).toEqual([
      ...Array(20).fill(0),
      1,
      1,
      1,
      1,
    ]);
    expect(Date.parse(hours.at(-1).at) % 3_600_000).toBe(0);
  });

  it.each(['0', '366', '1.5', 'x'])('refuses %s days', async days => {
    expect((await person.get(`${WAITLISTS}/by-day/overview?days=${days}`)).status).toBe(400);
  });

  it(`lists the top referrers, best first${verifies('dashboard.top-referrers')}`, async () => {
    await create('referrers');
    const [ada, bob] = [
      await join('referrers', 'ada@example.com'),
      await join('referrers', 'bob@example.com'),
    ];
    await join('referrers', 'x1@example.com', bob);
    for (const n of [2, 3]) await join('referrers', `x${n}@example.com`, ada);
    const { topReferrers } = await overview('referrers');
    expect(topReferrers).toEqual([
      { entryId: expect.any(String), email: 'ada@example.com', referralCode: ada, referrals: 2 },
      { entryId: expect.any(String), email: 'bob@example.com', referralCode: bob, referrals: 1 },
    ]);
  });

  it(`reads little more for a long list than for a short one${verifies('dashboard.statistics-bounded')}`, async () => {
    const id = await create('long');
    // About 35 days, so that each of the last 30 has signups.
    await session.sql(FILL, [id, 200_000, 15]);
    await session.sql('ANALYZE entries');
    const expected = await session.sql(
      `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS date, count(*)::integer AS signups FROM entries
       WHERE waitlist_id = $1 GROUP BY 1 ORDER BY 1 DESC LIMIT 30`,
      [id],
    );
    const { days, total } = await overview('long');
    expect(total).toBe(200_000);
    expect(days).toEqual(expected.toReversed().map(day => ({ ...day, visits: 0 })));

    const plan = async (statement: string) => {
      const rows = await session.sql(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`);
      const { Plan } = rows[0]['QUERY PLAN'][0];
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    };
    // 31 searches of 18 steps, each a few pages of an index and one of the table: far less than the whole table.
    expect(await plan(`SELECT * FROM count_days('${id}', 30)`)).toBeLessThan(4_000);
    expect(await plan(`SELECT * FROM count_hours('${id}')`)).toBeLessThan(4_000);
    expect(await plan(`SELECT * FROM count_entries('${id}')`)).toBeLessThan(300);
  });

  it('knows the top referrers of a long list at once', async () => {
    const [{ id }] = await session.sql(`SELECT id FROM waitlists WHERE slug = 'long'`);
    const refer = (seq: number, count: number) =>
      session.sql(
        `INSERT INTO places (waitlist_id, seq, block, referral_count) VALUES ($1, $2, ($2 - 1) / 128, $3)`,
        [id, seq, count],
      );
    const top = async () =>
      (await overview('long')).topReferrers.map(({ referrals }: { referrals: number }) => referrals);
    await refer(5, 3);
    expect(await top()).toEqual([3]);
    await refer(6, 9);
    await session.sql('UPDATE places SET referral_count = 4 WHERE waitlist_id = $1 AND seq = 5', [id]);
    expect(await top()).toEqual([9, 4]);
  });

  it('answers 404 for another account’s waitlist', async () => {
    const stranger = await (await session.createAccount('pro')).signIn();
    expect((await stranger.get(WAITLISTS)).body.waitlists).toEqual([]);
    const foreign = await stranger.get(`${WAITLISTS}/by-day/overview`);
    const missing = await stranger.get(`${WAITLISTS}/none-such/overview`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  });
});
