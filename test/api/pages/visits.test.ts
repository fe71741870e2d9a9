import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { dayWithRoom } from '../../support/midnight.ts';
import { askOnHost } from '../../support/on-host.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

describe('visits', () => {
  const session = shareSession();
  const person = sharePerson(session);

  const create = (slug: string) => session.api.post('/api/v1/waitlists', { name: slug, slug });
  /** What the page sends once a browser shows it. */
  const visit = (slug: string, { agent = BROWSER, host = new URL(session.url).host } = {}) =>
    askOnHost(session.url, host, {
      path: `/w/${slug}/visits`,
      method: 'POST',
      headers: { 'user-agent': agent },
    });
  const overview = async (slug: string, days = 7) =>
    (await person.get(`/api/v1/dashboard/waitlists/${slug}/overview?days=${days}`)).body;
  const today = async (slug: string): Promise<number> => (await overview(slug)).days.at(-1).visits;

  it(`counts every opened page of many at once${verifies('dashboard.visits')}`, async () => {
    await dayWithRoom();
    await create('opened');
    await create('quiet');
    const answers = await Promise.all(Array.from({ length: 60 }, () => visit('opened')));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(204));
    expect(await today('opened')).toBe(60);
    expect(await today('quiet')).toBe(0);
    expect(
      (await overview('opened')).days.slice(0, -1).every(({ visits }: { visits: number }) => visits === 0),
    ).toBe(true);
  });

  it(`counts neither robots nor pages that a script fetched, nor unknown lists${verifies('dashboard.visits')}`, async () => {
    await dayWithRoom();
    await create('uncounted');
    await fetch(`${session.url}/w/uncounted`);
    await visit('uncounted', { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    expect((await visit('unknown')).status).toBe(204);
    expect((await visit('no%20slug')).status).toBe(204);
    expect(await today('uncounted')).toBe(0);
    await visit('uncounted');
    expect(await today('uncounted')).toBe(1);
    expect((await session.sql('SELECT count(*)::integer AS n FROM page_visits WHERE visits = 1'))[0].n).toBe(
      1,
    );
  });

  it('counts a page on its own domain, and no other list there', async () => {
    await dayWithRoom();
    await create('elsewhere');
    await session.api.post('/api/v1/waitlists/elsewhere/domain', { domain: 'visits.test' });
    await session.sql(`UPDATE custom_domains SET state = 'active' WHERE domain = 'visits.test'`);
    expect((await visit('elsewhere', { host: 'visits.test' })).status).toBe(204);
    expect((await visit('uncounted', { host: 'visits.test' })).status).toBe(404);
    expect(await today('elsewhere')).toBe(1);
  });

  it('are compared with as many days before', async () => {
    await dayWithRoom();
    await create('compared');
    await session.join('compared', { email: 'today@example.com' });
    await session.join('compared', { email: 'before@example.com' });
    await session.sql(
      `UPDATE entries SET created_at = created_at - interval '3 days'
       WHERE seq = 1 AND waitlist_id = (SELECT id FROM waitlists WHERE slug = 'compared')`,
    );
    await session.sql(
      `INSERT INTO page_visits SELECT id, (now() AT TIME ZONE 'UTC')::date - ago, visits
       FROM waitlists, (VALUES (0, 1), (2, 10), (3, 100), (5, 1000), (6, 10000)) AS v (ago, visits) WHERE slug = 'compared'`,
    );
    const { days, before } = await overview('compared', 3);
    expect(days.map(({ signups, visits }: { signups: number; visits: number }) => [signups, visits])).toEqual(
      [
        [0, 10],
        [0, 0],
        [1, 1],
      ],
    );
    expect(before).toEqual({ signups: 1, visits: 1100 });
  });

  it('are answered even when they cannot be counted, and go with their waitlist', async () => {
    await create('served');
    await visit('served');
    await session.sql('ALTER FUNCTION count_visits(text[], text[]) RENAME TO broken_count_visits');
    try {
      expect((await visit('served')).status).toBe(204);
    } finally {
      await session.sql('ALTER FUNCTION broken_count_visits(text[], text[]) RENAME TO count_visits');
    }
    const { id } = (await session.api.get('/api/v1/waitlists/served')).body.waitlist;
    const left = async (table: string) =>
      (await session.sql(`SELECT count(*)::integer AS n FROM ${table} WHERE waitlist_id = $1`, [id]))[0].n;
    expect([await left('page_visits'), await left('source_visits')]).toEqual([1, 1]);
    await session.api.delete('/api/v1/waitlists/served');
    expect(await left('page_visits')).toBe(0);
    await eventually(async () => expect(await left('source_visits')).toBe(0));
  });

  describe('by source', () => {
    /** What a browser sends: a beacon is text. */
    const beacon = (slug: string, body: string | Buffer, type = 'text/plain;charset=UTF-8') =>
      fetch(`${session.url}/w/${slug}/visits`, {
        method: 'POST',
        headers: { 'user-agent': BROWSER, 'content-type': type },
        body,
      });
    const send = (slug: string, body: unknown) => beacon(slug, JSON.stringify(body));
    const NO_SOURCE = { utmSource: null, utmMedium: null, utmCampaign: null, referrerHost: null };
    const sources = async (slug: string) => (await overview(slug)).sources;

    it(`are named as a signup from there is, and stand beside the signups${verifies('visits.by-source', 'dashboard.sources')}`, async () => {
      await create('named');
      const { body: friend } = await session.join('named', { email: 'ada@example.com' });
      const post = { ...NO_SOURCE, utmSource: ' ProductHunt ', utmMedium: 'post' };
      const referralCode = friend.referralCode;
      await session.join('named', { email: 'bob@example.com', source: post });
      await session.join('named', { email: 'cyd@example.com', referralCode });
      await Promise.all([
        ...[1, 2, 3].map(() => send('named', { source: post, referralCode: null })),
        send('named', { source: post, referralCode }),
        send('named', { source: { ...NO_SOURCE, referrerHost: 'news.example' }, referralCode: null }),
        ...[1, 2].map(() => send('named', { source: NO_SOURCE, referralCode })),
        send('named', { source: NO_SOURCE, referralCode: null }),
        send('named', { source: NO_SOURCE, referralCode: '—' }),
        visit('named'),
      ]);
      expect(await sources('named')).toEqual([
        { source: 'direct', visits: 3, signups: 1, accepted: 0 },
        { source: 'friend', visits: 2, signups: 1, accepted: 0 },
        { source: 'producthunt', visits: 4, signups: 1, accepted: 0 },
        { source: 'news.example', visits: 1, signups: 0, accepted: 0 },
      ]);
      expect((await session.api.get('/api/v1/waitlists/named/statistics')).body.sources).toEqual(
        ['direct', 'friend', 'producthunt'].map(source => ({ source, signups: 1, accepted: 0 })),
      );
    });

    it(`count whatever is sent, and are cut as those of signups${verifies('visits.by-source')}`, async () => {
      await create('hostile');
      const wrong = [1, [], {}, true, 'x'].map(utmSource => ({
        source: { utmSource },
        referralCode: utmSource,
      }));
      const answers = await Promise.all([
        ...[...wrong, { source: 'x' }, { source: [] }, [], null, 'x', 5].map(body => send('hostile', body)),
        ...['', '{', '{"source":', '\0', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])].map(body =>
          beacon('hostile', body),
        ),
        beacon('hostile', '{"source":{"utmSource":"form"}}', 'application/x-www-form-urlencoded'),
        beacon('hostile', Buffer.from('{"source":{"utmSource":"\xff"}}', 'latin1')),
        send('hostile', { source: { utmSource: '\0a\ud800b' } }),
        send('hostile', { source: { utmSource: '😀'.repeat(1_000_000) } }),
        send('unknown', { source: { utmSource: 'y' } }),
        beacon('unknown', '{'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
      expect(await sources('hostile')).toEqual([
        { source: 'direct', visits: 16, signups: 0, accepted: 0 },
        { source: 'a\ufffdb', visits: 1, signups: 0, accepted: 0 },
        { source: 'form', visits: 1, signups: 0, accepted: 0 },
        { source: 'x', visits: 1, signups: 0, accepted: 0 },
        { source: '😀'.repeat(100), visits: 1, signups: 0, accepted: 0 },
      ]);
      // More than a function takes.
      expect((await beacon('hostile', Buffer.alloc(7_000_000, 'x'))).status).toBe(413);
    });
  });
});
