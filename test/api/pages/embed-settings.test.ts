import { beforeAll, describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /w/{slug}/embed.json', () => {
  const session = shareSession();
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'rockets',
      description: 'internal',
      allowedOrigins: ['https://rocket.example'],
      design: { brandColor: '#ffd27a', buttonLabel: 'Count me in', headline: 'Ride' },
    });
    await session.api.post('/api/v1/waitlists', { name: 'Plain', slug: 'plain' });
  });

  const read = (slug: string, method = 'GET') =>
    session.visitor.request(method, `/w/${slug}/embed.json`, {
      headers: { origin: 'https://stranger.example' },
    });

  it(`tells any page what the form looks like, and nothing else${verifies('own-site.embed-settings')}`, async () => {
    const { status, headers, body } = await read('rockets');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(body).toEqual({
      waitlistId: expect.any(String),
      name: 'Rocket Bikes',
      brandColor: '#ffd27a',
      onBrandColor: '#000000',
      buttonLabel: 'Count me in',
      referralBoost: null,
      allowedOrigins: ['https://rocket.example'],
      questions: [],
      challenge: null,
      door: 'open',
      opensAt: null,
      closedMessage: null,
      pageUrl: `${session.url}/w/rockets`,
      language: 'en',
      texts: expect.objectContaining({ label: 'Join the waitlist for {name}' }),
    });
    expect((await read('plain')).body).toMatchObject({
      brandColor: null,
      onBrandColor: null,
      buttonLabel: null,
    });
  });

  it(`has the questions, without those that visitors never see${verifies('questions.embed')}`, async () => {
    const role = { key: 'role', label: 'Role', type: 'text', required: true, ask: 'form' };
    const size = { key: 'size', label: 'Size', type: 'text', required: false, ask: 'after' };
    const score = { key: 'score', label: 'Secret score', type: 'text', ask: 'never' };
    const questions = [role, size, score];
    await session.api.post('/api/v1/waitlists', { name: 'Asking', slug: 'asking', questions });
    expect((await read('asking')).body.questions).toEqual([role, size]);
    expect((await session.visitor.get('/w/asking')).body).not.toContain('Secret score');
  });

  it('names the site key of a challenge, and no secret', async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Keys', slug: 'keys' });
    await session.api.request('PUT', '/api/v1/waitlists/keys/turnstile', {
      body: JSON.stringify({
        siteKey: '1x00000000000000000000AA',
        secretKey: '1x0000000000000000000000000000000AA',
      }),
      headers: { 'content-type': 'application/json' },
    });
    expect((await read('keys')).body.challenge).toEqual({
      siteKey: '1x00000000000000000000AA',
      scriptUrl: expect.stringContaining('http'),
    });
  });

  it('is a readable 404 for an unknown slug, and answers HEAD', async () => {
    for (const slug of ['none-such', 'NOT-A-SLUG']) {
      const { status, headers, body } = await read(slug);
      expect([status, body.code, headers.get('access-control-allow-origin')]).toEqual([
        404,
        'not_found',
        '*',
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const { status, body } = await read('rockets', 'HEAD');
    expect([status, body]).toEqual([200, '']);
  });

  it(`embed.js is served to any origin, with an ETag${verifies('own-site.embed')}`, async () => {
    const { status, headers, body } = await session.visitor.get('/embed.js');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(body).toContain('anteroom-waitlist');
    const again = await session.visitor.request('GET', '/embed.js', {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'accept-encoding': 'gzip, deflate' },
    });
    expect(again.status).toBe(304);
  });
});
