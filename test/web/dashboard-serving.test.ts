import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../support/dashboard.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { verifies } from '../support/verifies.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, PATIENCE_MS);
afterAll(async () => {
  await server?.stop();
});

const directives = (policy: string | null): Map<string, string> =>
  new Map(
    (policy ?? '').split('; ').map(directive => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

it.each(['/dashboard', '/dashboard/', '/dashboard/waitlists/any/page'])(
  `%s serves the same document, with a strict CSP${verifies('dashboard.one-document', 'dashboard.strict-policy')}`,
  async path => {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const policy = directives(response.headers.get('content-security-policy'));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('base-uri')).toBe("'none'");
    const html = await response.text();
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    // Scripts that run have a src; the other one is data.
    expect(scripts.filter(tag => !/ src="\/_dashboard\//.test(tag))).toEqual([
      '<script type="application/json" id="dashboard-data">',
    ]);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  },
  PATIENCE_MS,
);

it('caches its files for a year under hashed names, and serves no others', async () => {
  const html = await (await fetch(`${server.url}/dashboard`)).text();
  const files = [...html.matchAll(/"(\/_dashboard\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThan(2);
  for (const path of new Set(files)) {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await fetch(`${server.url}/_dashboard/none.js`)).status).toBe(404);
  expect((await fetch(`${server.url}/dashboards`)).status).toBe(404);
  expect((await fetch(`${server.url}/dashboard`, { method: 'POST' })).status).toBe(404);
});

it('shows emails in a frame that runs no scripts and that other sites cannot embed', async () => {
  const html = await (await fetch(`${server.url}/dashboard`)).text();
  const [, path = ''] = /"emailFrame":"([^"]+)"/.exec(html) ?? [];
  const policy = directives((await fetch(`${server.url}${path}`)).headers.get('content-security-policy'));
  expect(policy.get('script-src')).toMatch(/^'sha256-[^']+'$/);
  expect(policy.get('sandbox')).toBe('allow-scripts');
  expect(policy.get('connect-src') ?? policy.get('default-src')).toBe("'none'");
  expect(policy.get('frame-ancestors')).toBe("'self'");
});
