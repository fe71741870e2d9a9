import { describe, expect, it } from '@jest/globals';
import type { RequestBody } from '../../support/api-client.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('HTTP conventions', () => {
  const session = shareSession();

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

  it.each(['/api/v2/me', '/api/v1/nothing', '/api', '/%2e%2e/etc/passwd', '/api/v1//me'])(
    `answers %s with 404, before the key${verifies('order.path-before-key', 'errors.code-not-found')}`,
    async path => {
      const { status, body } = await session.visitor.get(path);
      expect([status, body.code]).toEqual([404, 'not_found']);
    },
  );

  it(`redirects to the one path of a page, and keeps the query${verifies('http.pages-redirect')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Paths', slug: 'paths' });
    const { body } = await session.join('paths', { email: 'ada@example.com' });
    const place = new URL(body.statusUrl).pathname;
    for (const [path, location] of [
      ['/w/Paths/?ref=a&utm_source=b%20c', '/w/paths?ref=a&utm_source=b%20c'],
      [`${place}).`, place],
      ['/docs/', '/docs'],
      ['/dashboard/?x', '/dashboard?x'],
      ['/sign-in/', '/sign-in'],
    ] as const) {
      const moved = await fetch(session.url + path, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([308, location]);
      expect((await fetch(session.url + path)).status).toBe(200);
    }
  });

  it(`refuses query parameters that an operation does not have${verifies('http.unknown-members')}`, async () => {
    const { body } = await session.api.get('/api/v1/waitlists/x/entries?limt=5&offset=0');
    expect(body.details).toEqual([{ path: 'limt', message: 'is unknown: did you mean limit?' }]);
    expect((await session.api.get('/api/v1/me?x')).status).toBe(400);
    const posted = await session.api.post('/api/v1/waitlists/x/invitations?dryRun=true', { count: 1 });
    expect([posted.status, posted.body.details]).toEqual([
      400,
      [{ path: 'dryRun', message: 'is in the query: send it as a member of the JSON body' }],
    ]);
    const dry = await session.api.post('/api/v1/waitlists/x/invitations', { count: 1, dry_run: true });
    expect(dry.body.details).toEqual([{ path: 'dry_run', message: 'is unknown: did you mean dryRun?' }]);
  });

  it(`reads JSON after a byte order mark, and says that it takes no compressed body${verifies('http.bodies-as-sent')}`, async () => {
    const post = (body: string, more: Record<string, string> = {}) =>
      session.api.request('POST', '/api/v1/waitlists', {
        body,
        headers: { 'content-type': 'application/json', ...more },
      });
    expect((await post('\ufeff{"name":"Marked"}')).status).toBe(201);
    expect((await post('{"name":"Zipped"}', { 'content-encoding': 'gzip' })).body).toMatchObject({
      code: 'unsupported_media_type',
      error: 'The body is compressed',
    });
    for (const [charset, encoding] of [
      ['utf-16', 'utf16le'],
      ['iso-8859-1', 'latin1'],
    ] as const)
      expect(
        (
          await session.api.request('POST', '/api/v1/waitlists', {
            body: Buffer.from('\ufeff{"name":"Zoë"}', encoding),
            headers: { 'content-type': `application/json; charset=${charset}` },
          })
        ).body,
      ).toMatchObject({ code: 'invalid_json', error: 'The body is not valid JSON: it is not UTF-8' });
  });

  it(`answers programs where they ask${verifies('http.programs-answered')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Programs', slug: 'programs' });
    const signup = { body: '{"email":"a@example.com"}', headers: { 'content-type': 'application/json' } };
    const joined = await session.visitor.request('POST', '/w/PROGRAMS/signups/', signup);
    expect(joined.status).toBe(201);
    expect((await session.visitor.get(`${new URL(joined.body.statusUrl).pathname}.json/`)).status).toBe(200);
    expect((await session.api.get('/api/v1/waitlists/PROGRAMS/')).body.waitlist.slug).toBe('programs');
    expect((await session.visitor.get('/api/v1/')).body.name).toBe('Anteroom');
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await session.api.post('/api/mcp/mcp/', ping)).status).toBe(200);
    const file = {
      data: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      contentType: 'image/gif',
    };
    expect((await session.api.post('/api/v1/assets/', file)).status).toBe(200);
  });

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
