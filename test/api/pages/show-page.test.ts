import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /w/{slug}', () => {
  const session = shareSession();

  it(`is HTML with real tags for search engines and previews${verifies('page.get-html', 'page.title', 'page.description', 'page.keywords', 'page.open-graph-tags', 'page.twitter-tags', 'page.canonical-url', 'page.iframe-sandbox', 'page.iframe-in-served-html')}`, async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Rockets',
      slug: 'rockets',
      seoTitle: 'Rockets "for" <all>',
      seoDescription: 'Cheap & cheerful',
      seoKeywords: 'rockets,space',
      ogImage: 'https://cdn.example.com/social.png',
    });
    const { status, headers, body } = await session.visitor.get('/w/rockets?utm=1');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    for (const tag of [
      '<title>Rockets &quot;for&quot; &lt;all&gt;</title>',
      '<meta name="description" content="Cheap &amp; cheerful">',
      '<meta name="keywords" content="rockets,space">',
      `<link rel="canonical" href="${session.url}/w/rockets">`,
      '<meta property="og:title" content="Rockets &quot;for&quot; &lt;all&gt;">',
      '<meta property="og:image" content="https://cdn.example.com/social.png">',
      `<meta property="og:url" content="${session.url}/w/rockets">`,
      '<meta name="twitter:card" content="summary_large_image">',
    ]) {
      expect(body).toContain(tag);
    }
    expect(body.match(/<iframe[^>]*>/)?.[0]).toMatch(/ sandbox="allow-scripts"/);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;| )/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  });

  it(`never contains the description${verifies('page.description-internal')}`, async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Quiet',
      slug: 'quiet',
      description: 'Stealth project',
    });
    const { body } = await session.visitor.get('/w/quiet');
    expect(body).toContain('<meta name="description" content="Join the waitlist for Quiet.">');
    expect(body).not.toMatch(/Stealth|"description":|waitlist\.description/);
  });

  it(`says "Powered by Anteroom" outside the frame, unless the plan hides it${verifies('page.powered-by-without-white-label', 'page.powered-by-outside-frame')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Pro', slug: 'pro-page' });
    const free = await session.otherAccount('free');
    await free.post('/api/v1/waitlists', { name: 'Free', slug: 'free-page' });
    expect((await session.visitor.get('/w/pro-page')).body).not.toContain('Powered by');
    const { body } = await session.visitor.get('/w/free-page');
    expect(body.slice(body.indexOf('</iframe>'))).toMatch(/Powered by[^<]*(<[^>]+>)*[^<]*Anteroom/);
  });

  it('answers HEAD, and shows a page for a 404', async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Head', slug: 'head' });
    const head = await session.visitor.request('HEAD', '/w/head');
    expect([head.status, head.body]).toEqual([200, '']);
    const missing = await session.visitor.get('/w/none-such');
    expect(missing.status).toBe(404);
    expect(missing.body).toContain('<h1>Waitlist not found</h1>');
    for (const path of ['/w/a%00b', '/w/%ff', '/w/a_b', `/w/${'a'.repeat(500)}`]) {
      expect([path, (await session.visitor.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('shows a page for an error of ours, and sends JSON to programs', async () => {
    await session.sql('ALTER TABLE waitlists RENAME TO waitlists_away');
    try {
      const shown = await fetch(`${session.url}/w/head`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([shown.status, shown.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
      expect(await shown.text()).toContain('<h1>Something went wrong on our end</h1>');
      const sent = await fetch(`${session.url}/w/head`, { headers: { accept: '*/*' } });
      expect([sent.status, await sent.json()]).toEqual([
        500,
        expect.objectContaining({ code: 'internal_error' }),
      ]);
    } finally {
      await session.sql('ALTER TABLE waitlists_away RENAME TO waitlists');
    }
  });
});
