import { describe, expect, it } from '@jest/globals';
import { openBrowser } from '../../support/browser.ts';
import { shareSession } from '../../support/session.ts';

describe('GET / on our own host', () => {
  const session = shareSession();

  it('is the landing page, with a strict policy, and search engines may list it', async () => {
    const { status, headers, body } = await session.visitor.get('/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(body).toContain('<meta name="robots" content="index');
    const { body: robots } = await session.visitor.get('/robots.txt');
    expect(robots).not.toMatch(/^Disallow: \/(_page.*)?$/m);
    const head = await fetch(session.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('has no broken link', async () => {
    const { body } = await session.visitor.get('/');
    const links = [...body.matchAll(/(?:href|src)="(\/[^"#]*)(?:#([^"]*))?"/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(10);
    for (const path of new Set(links))
      expect([path, (await fetch(session.url + path)).status]).toEqual([path, 200]);
  });

  it('starts to sign in', async () => {
    const browser = openBrowser(session.url);
    const { text } = await browser.get('/');
    const form = /<form [^>]*method="post" action="\/sign-in">.*?<\/form>/s.exec(text)?.[0] ?? '';
    const [, returnTo = ''] = /name="return_to" value="([^"]*)"/.exec(form) ?? [];
    const sent = await browser.post('/sign-in', { return_to: returnTo, email: 'new@example.com' });
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/sign-in\/code/)]);
  });
});
