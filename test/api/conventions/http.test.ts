import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestBody } from '../../support/api-client.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('HTTP conventions', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  const post = (body: RequestBody, headers: Record<string, string> = JSON_TYPE) =>
    session.api.request('POST', '/api/v1/waitlists', { body, headers });

  it(`gives every response a request id, and repeats it in error bodies${verifies('http.x-request-id', 'errors.request-id-member', 'errors.error-member', 'errors.code-member', 'errors.resolution-member', 'http.json-responses')}`, async () => {
    const ids = new Set<string>();
    for (const path of ['/api/v1', '/api/v1/me', '/api/v1/waitlists/none-such', '/nowhere', '/w/none-such']) {
      const { status, headers, body } = await session.api.get(path);
      const id = headers.get('x-request-id') ?? '';
      expect(id).not.toBe('');
      ids.add(id);
      if (path.startsWith('/api') || path === '/nowhere') {
        expect(headers.get('content-type')).toMatch(/^application\/json/);
        if (status >= 400)
          expect(body).toMatchObject({
            error: expect.any(String),
            code: expect.any(String),
            resolution: expect.any(String),
            requestId: id,
          });
      }
    }
    expect(ids.size).toBe(5);
  });

  it.each(['', '{', 'null', '[]', '"text"', '12', '{"name":"x"}}'])(
    `refuses a body that is not a JSON object (%j)${verifies('errors.code-invalid-json', 'http.body-must-be-object')}`,
    async body => {
      const { status, body: answer } = await post(body);
      expect([status, answer.code]).toEqual([400, 'invalid_json']);
    },
  );

  it('refuses bytes that are not UTF-8', async () => {
    const { status, body } = await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect([status, body.code]).toEqual([400, 'invalid_json']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    `refuses other media types (%s)${verifies('errors.code-unsupported-media-type')}`,
    async type => {
      const { status, body } = await post('{"name":"x"}', { 'content-type': type });
      expect([status, body.code]).toEqual([400, 'unsupported_media_type']);
    },
  );

  it('accepts JSON with a charset, and +json types', async () => {
    expect(
      (await post('{"name":"Charset"}', { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(201);
    expect((await post('{"name":"Suffix"}', { 'content-type': 'application/merge-patch+json' })).status).toBe(
      201,
    );
  });

  it.each([
    ['PUT', '/api/v1/waitlists', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/api/v1/me', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/v1', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/v1/waitlists/x', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['DELETE', '/w/hello', 'GET, HEAD, OPTIONS'],
  ])(
    `answers %s %s with 405, before the key${verifies('errors.405-method-not-allowed', 'errors.405-allow-header', 'order.method-before-key')}`,
    async (method, path, allow) => {
      const { status, headers, body } = await session.visitor.request(method, path);
      expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
    },
  );

  it.each([
    '/api/v1/',
    '/api/v2/me',
    '/api/v1/waitlists/',
    '/api/v1/nothing',
    '/api',
    '/%2e%2e/etc/passwd',
    '/api/v1/me/',
  ])(
    `answers %s with 404, before the key${verifies('order.path-before-key', 'errors.code-not-found')}`,
    async path => {
      const { status, body } = await session.visitor.get(path);
      expect([status, body.code]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/nowhere', '/_local/nowhere', '/sign-out', '/w/a/b'])(
    'shows a page instead of JSON to a browser at %s',
    async path => {
      const ask = (accept: string) => fetch(session.url + path, { headers: { accept } });
      const shown = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
      expect([404, 405]).toContain(shown.status);
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(shown.headers.get('content-security-policy')).toContain(
        "default-src 'none'; style-src 'sha256-",
      );
      expect(shown.headers.get('vary')).toMatch(/^Accept/);
      expect(await shown.text()).toMatch(/<h1>(Page not found|This path supports POST)<\/h1>/);
      for (const accept of ['*/*', 'application/json']) {
        const answered = await ask(accept);
        expect([answered.status, answered.headers.get('content-type')]).toEqual([
          shown.status,
          'application/json; charset=utf-8',
        ]);
      }
    },
  );

  it('answers JSON under /api/ even to a browser', async () => {
    const answer = await fetch(`${session.url}/api/v1/nothing`, { headers: { accept: 'text/html' } });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found' }),
    ]);
  });

  it('has an icon, and tells search engines which paths are pages', async () => {
    const icon = await fetch(`${session.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect(Buffer.from(await icon.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
    const robots = await fetch(`${session.url}/robots.txt`);
    expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await robots.text()).split('\n');
    const disallowed = lines.filter(line => line.startsWith('Disallow: ')).map(line => line.slice(10));
    const mayRead = (path: string) => !disallowed.some(prefix => path.startsWith(prefix));
    expect(
      ['/w/launch', '/_page/shell.js', '/assets/a.png', '/docs', '/llms.txt'].filter(mayRead),
    ).toHaveLength(5);
    expect(
      ['/api/v1/me', '/api/auth/mcp/authorize', '/dashboard', '/sign-in', '/_local/mail'].filter(mayRead),
    ).toEqual([]);
    expect(lines).toContain('Allow: /api/v1/openapi.json');
  });

  it(`allows any origin without credentials, also in preflights${verifies('cors.rest-any-origin', 'cors.rest-without-credentials')}`, async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' };
    const preflight = await session.visitor.request('OPTIONS', '/api/v1/waitlists/x', { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    for (const answer of [
      preflight,
      await session.api.request('GET', '/api/v1/me', { headers }),
      await session.visitor.get('/api/v1/me'),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it(`hides the cause of an internal error${verifies('errors.500-unexpected', 'errors.500-fixed-sentence', 'errors.code-internal-error')}`, async () => {
    await session.sql('ALTER TABLE waitlists RENAME TO waitlists_away');
    try {
      const { status, body } = await session.api.get('/api/v1/waitlists');
      expect(status).toBe(500);
      expect(body).toEqual({
        error: 'Something went wrong on our end',
        code: 'internal_error',
        resolution: expect.any(String),
        requestId: expect.any(String),
      });
    } finally {
      await session.sql('ALTER TABLE waitlists_away RENAME TO waitlists');
    }
  });

  it('sets headers that stop browsers from sniffing JSON as another type', async () => {
    const { headers } = await session.api.get('/api/v1/me');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
