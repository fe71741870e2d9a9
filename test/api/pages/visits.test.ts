import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.ts';
import { dayWithRoom } from '../../support/midnight.ts';
import { askOnHost } from '../../support/on-host.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

describe('visits', () => {
  let session: ApiSession;
  let person: ApiClient;
  beforeAll(async () => {
    session = await openSession();
    person = await session.signIn();
  });
  afterAll(() => session.close());

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
    await session.sql('ALTER FUNCTION count_visits(text[]) RENAME TO broken_count_visits');
    try {
      expect((await visit('served')).status).toBe(204);
    } finally {
      await session.sql('ALTER FUNCTION broken_count_visits(text[]) RENAME TO count_visits');
    }
    const left = async () => (await session.sql('SELECT count(*)::integer AS n FROM page_visits'))[0].n;
    const all = await left();
    await session.api.delete('/api/v1/waitlists/served');
    expect(await left()).toBe(all - 1);
  });
});
