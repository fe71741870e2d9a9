import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verifies } from '../support/verifies.ts';
import { type EchoServer, startEchoServer } from './echo-server.ts';

let server: EchoServer;
beforeEach(async () => {
  server = await startEchoServer();
});
afterEach(() => server.stop({ force: true }));

describe('hostile requests', () => {
  const lines: [name: string, text: string, status: RegExp][] = [
    [
      'a path that does not decode',
      'GET /% HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    [
      'a NUL in the path',
      'GET /w/%00 HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    [
      'bytes that are not UTF-8',
      'GET /w/%FF%FE HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    [
      'an absolute form',
      'GET http://own.example/api/v1?x HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    [
      'the asterisk form',
      'OPTIONS * HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 400/,
    ],
    [
      'huge headers',
      `GET / HTTP/1.1\r\nHost: own.example\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      /^HTTP\/1.1 413/,
    ],
    ['not HTTP at all', 'hello\r\n\r\n', /^HTTP\/1.1 400/],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: own.example\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1.1 400/,
    ],
    [
      'a body that ends early',
      'POST /api/v1/waitlists HTTP/1.1\r\nHost: own.example\r\nContent-Length: 10\r\n\r\nabc',
      /^(HTTP\/1.1 400|$)/,
    ],
    [
      'a header that names a prototype',
      'GET / HTTP/1.1\r\nHost: own.example\r\n__proto__: y\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    [
      'a long parameter',
      `GET /w/${'a'.repeat(9_000)} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n`,
      /^HTTP\/1.1 200/,
    ],
  ];

  it.each(lines)('do no harm: %s', async (_name, text, status) => {
    const answered = await server.raw(text);
    expect(answered).toMatch(status);
    if (/^HTTP\/1.1 4/.test(answered)) {
      const [head = '', body = ''] = answered.split('\r\n\r\n');
      expect(JSON.parse(body)).toEqual({
        error: expect.any(String),
        code: head.includes(' 413 ') ? 'payload_too_large' : 'validation_failed',
        resolution: expect.any(String),
        requestId: /^x-request-id: (\S+)$/im.exec(head)?.[1],
      });
    }
    expect((await fetch(`${server.url}/api/v1`)).status).toBe(200);
    expect(server.failures).toEqual([]);
  });
});

describe('a local-only route', () => {
  const get = (host: string, path = '/_local/here') =>
    server.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it.each(['own.example', 'OWN.example:443', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.0.2.1'])(
    'answers requests for %s',
    async host => expect(await get(host)).toMatch(/^HTTP\/1.1 200 .*\r\nhere\r\n/s),
  );

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', 'own.example.evil.example'])(
    'is not found under the foreign host name "%s", nor is anything else',
    async host => {
      for (const path of ['/_local/here', '/_local/none', '/docs/app.js', '/api/v1', '/_page/shell.js']) {
        expect(await get(host, path)).toMatch(/^HTTP\/1.1 404 .*\r\n\r\nNot found\n$/s);
      }
      expect(server.events).toEqual([]);
    },
  );

  it.each(['localhost@evil.example', '', '::', 'a b', 'own.example/x', 'own.example\r\nHost: evil.example'])(
    'rejects a Host header that does not name exactly one host ("%s")',
    async host => {
      for (const path of ['/_local/here', '/docs/app.js']) {
        expect(await get(host, path)).toMatch(/^HTTP\/1.1 400/);
      }
      expect(await get('evil.example', 'http://localhost/_local/here')).toMatch(/^HTTP\/1.1 400/);
      expect(server.events).toEqual([]);
    },
  );

  it(`sends a request id like every response, static files included${verifies('http.x-request-id')}`, async () => {
    const ids = new Set<string | null>();
    for (const path of ['/_local/here', '/docs/app.js', '/docs/app.js']) {
      const id = (await fetch(server.url + path)).headers.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      ids.add(id);
    }
    expect(ids.size).toBe(3);
  });
});

describe('custom hosts', () => {
  const send = (request: string, host: string) =>
    server.raw(
      `${request} HTTP/1.1\r\nHost: ${host}\r\nX-Viewer-Host: own.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );

  it.each([
    ['GET /', 'shop.example', 'GET /'],
    ['HEAD /', 'SHOP.example.:8080', 'HEAD /'],
    ['POST /w/any/signups', 'shop.example', 'POST /w/{slug}/signups'],
    ['GET http://shop.example/', 'shop.example', 'GET /'],
  ])('send %s of %s to the pages function, with the host name', async (request, host, routeKey) => {
    await send(request, host);
    expect(server.events).toMatchObject([
      { name: 'pages', event: { routeKey, headers: { 'x-viewer-host': 'shop.example' } } },
    ]);
  });

  it('cannot be set by a client header', async () => {
    await send('GET /', 'own.example');
    expect(server.events[0]?.event.headers['x-viewer-host']).toBeUndefined();
  });

  it('serve the files of their page and nothing else', async () => {
    expect(await send('GET /_page/shell.js', 'shop.example')).toMatch(/^HTTP\/1.1 200 .*y\(\);$/s);
    for (const request of [
      'GET /docs/app.js',
      'GET /api/v1',
      'POST /api/v1/waitlists',
      'GET /w/any',
      'GET /_local/here',
      'OPTIONS /',
      'POST /',
      'DELETE /w/any/signups',
      'GET /_page/../docs/app.js',
      'GET //',
    ]) {
      expect(await send(request, 'shop.example')).toMatch(/^HTTP\/1.1 404 .*\r\n\r\nNot found\n$/s);
    }
    expect(server.events).toEqual([]);
  });
});
