import { beforeAll, describe, expect, it } from '@jest/globals';
import { askOnHost } from '../../support/on-host.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SITE = 'https://rocket.example';

describe('POST /w/{slug}/signups from another origin', () => {
  const session = shareSession();
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Own', slug: 'own-site', allowedOrigins: [SITE] });
    await session.api.post('/api/v1/waitlists', { name: 'Shut', slug: 'shut-site' });
  });

  const post = (slug: string, origin: string | null, body: unknown, headers: Record<string, string> = {}) =>
    session.visitor.request('POST', `/w/${slug}/signups`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(origin !== null && { origin }), ...headers },
    });
  const total = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.total;

  it.each([SITE, 'https://stranger.example', 'null'])(
    `passes the preflight of %s${verifies('own-site.preflight')}`,
    async origin => {
      const { status, headers } = await session.visitor.request('OPTIONS', '/w/own-site/signups', {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      expect(headers.get('access-control-allow-headers')).toContain('Content-Type');
    },
  );

  it(`joins from an allowed origin, which can read every answer${verifies('own-site.cors')}`, async () => {
    const answers = [
      await post('own-site', SITE, { email: 'ada@example.com' }),
      await post('own-site', SITE, { email: 'ada@example.com' }),
      await post('own-site', SITE, { email: 'nonsense' }),
      await post('none-such', SITE, { email: 'ada@example.com' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 404]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each([
    ['an origin that is not allowed', 'own-site', 'https://stranger.example'],
    ['null', 'own-site', 'null'],
    ['another port', 'own-site', `${SITE}:8443`],
    ['another scheme', 'own-site', 'http://rocket.example'],
    ['a subdomain', 'own-site', 'https://www.rocket.example'],
    ['an origin that begins like an allowed one', 'own-site', `${SITE}.evil.example`],
    ['an origin of another waitlist', 'shut-site', SITE],
  ])(
    `refuses %s, readably, and joins nobody${verifies('own-site.origin-refused')}`,
    async (_, slug, origin) => {
      const before = await total(slug);
      for (const sent of [
        { email: 'eve@example.com' },
        { email: 'nonsense' },
        { email: 'ada@example.com' },
      ]) {
        const { status, body, headers } = await post(slug, origin, sent);
        expect([status, body.code]).toEqual([403, 'origin_not_allowed']);
        expect(headers.get('access-control-allow-origin')).toBe('*');
      }
      expect(await total(slug)).toBe(before);
    },
  );

  it(`refuses a stranger among signups that arrive at once${verifies('own-site.origin-refused')}`, async () => {
    const before = await total('own-site');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        post('own-site', index % 2 ? SITE : 'https://stranger.example', {
          email: `at-once${index}@example.com`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? 201 : 403)),
    );
    expect(await total('own-site')).toBe(before + 20);
  });

  it(`works as before without an origin, and on our own pages${verifies('own-site.no-origin')}`, async () => {
    for (const [index, origin] of [null, session.url].entries()) {
      expect((await post('shut-site', origin, { email: `own${index}@example.com` })).status).toBe(201);
    }
  });

  it(`works as before on the page’s own domain, and only from there${verifies('own-site.no-origin')}`, async () => {
    await session.api.post('/api/v1/waitlists/shut-site/domain', { domain: 'shut-rocket.test' });
    await session.sql(`UPDATE custom_domains SET state = 'active' WHERE domain = 'shut-rocket.test'`);
    const { port } = new URL(session.url);
    const joinOn = (origin: string, email: string) =>
      askOnHost(session.url, `shut-rocket.test:${port}`, {
        method: 'POST',
        path: '/w/shut-site/signups',
        headers: { origin },
        body: { email },
      });
    expect((await joinOn(`http://shut-rocket.test:${port}`, 'domain@example.com')).status).toBe(201);
    expect((await joinOn(`http://other-rocket.test:${port}`, 'eve@example.com')).status).toBe(403);
  });

  it(`stops as soon as the origin is taken away${verifies('own-site.origin-refused')}`, async () => {
    await session.api.patch('/api/v1/waitlists/own-site', { allowedOrigins: [] });
    expect((await post('own-site', SITE, { email: 'late@example.com' })).status).toBe(403);
  });
});

describe('POST /w/{slug}/signups from another origin, limited', () => {
  const session = shareSession({ environment: { SIGNUPS_PER_MINUTE_PER_IP: '3' } });
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Own', slug: 'own-site', allowedOrigins: [SITE] });
  });

  it(`counts refused origins, so that nobody can guess for free${verifies('own-site.cors')}`, async () => {
    const post = (origin: string) =>
      session.visitor.request('POST', '/w/own-site/signups', {
        body: '{"email":"nonsense"}',
        headers: { 'content-type': 'application/json', origin },
      });
    const answers = [];
    for (const origin of ['https://stranger.example', SITE, SITE, SITE]) answers.push(await post(origin));
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 400, 429]);
    expect(answers[3]?.headers.get('access-control-allow-origin')).toBe('*');
  });
});
