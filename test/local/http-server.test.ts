import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { HttpHandler } from '../../lambdas/http-handler.ts';
import { HTTP_FUNCTIONS, routes } from '../../lambdas/routes.ts';
import { invoke } from '../../local/http/invoke.ts';
import { PAYLOAD_BYTES } from '../../local/http/limits.ts';
import { type Listening, listen } from '../../local/http/listen.ts';
import { createHttpListener, type HttpServerOptions } from '../../local/http-server.ts';
import { verifies } from '../support/verifies.ts';

type Handlers = HttpServerOptions['handlers'];

const HTML = `<!doctype html><p>${'Join the queue. '.repeat(200)}`;

let http: Listening;
let url: string;
let events: { name: string; event: APIGatewayProxyEventV2; context: Context }[];
let failures: unknown[];
let answer: (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

const echo =
  (name: string): HttpHandler =>
  (event, context) => {
    events.push({ name, event, context });
    return answer(event);
  };

async function start(trustProxy: boolean): Promise<void> {
  const listener = await createHttpListener({
    routes,
    handlers: Object.fromEntries(HTTP_FUNCTIONS.map(name => [name, echo(name)])) as Handlers,
    files: new Map([
      [
        '/docs/app.js',
        { body: Buffer.from('x();'.repeat(1000)), contentType: 'text/javascript', cacheControl: 'no-cache' },
      ],
      [
        '/_page/shell.js',
        { body: Buffer.from('y();'), contentType: 'text/javascript', cacheControl: 'no-cache' },
      ],
    ]),
    localRoutes: new Map([
      ['/_local/here', async (_request, response) => void response.writeHead(200).end('here')],
    ]),
    uploads: () => undefined,
    downloads: () => undefined,
    dashboard: () => undefined,
    baseUrl: 'https://own.example',
    isActiveDomain: async host => host === 'shop.example',
    trustProxy,
    onFailure: cause => failures.push(cause),
  });
  http = await listen('127.0.0.1', 0, listener);
  url = `http://127.0.0.1:${http.port}`;
}

beforeEach(async () => {
  events = [];
  failures = [];
  answer = async () => ({
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"ok":true}',
  });
  await start(false);
});

afterEach(() => http.stop({ force: true }));

const lastEvent = (): APIGatewayProxyEventV2 => {
  const last = events.at(-1);
  if (!last) throw new Error('No function was called');
  return last.event;
};

/** Sends bytes as they are; fetch would put them right. */
async function raw(text: string): Promise<string> {
  const socket = connect(http.port, '127.0.0.1');
  socket.end(text);
  let received = '';
  socket.on('data', chunk => {
    received += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return received;
}

describe('the event of a request', () => {
  it('is what API Gateway sends', async () => {
    await fetch(`${url}/api/v1/waitlists/a%2Fb%20c?limit=1&limit=2&q=%C3%A9&__proto__=1`, {
      method: 'PATCH',
      headers: {
        'X-Custom': 'One',
        'Content-Type': 'application/json',
        Cookie: 'a=1; b=2',
        'User-Agent': 'test',
      },
      body: '{"name":"é"}',
    });
    const event = lastEvent();
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'PATCH /api/v1/waitlists/{id}',
      rawPath: '/api/v1/waitlists/a/b c',
      rawQueryString: 'limit=1&limit=2&q=%C3%A9&__proto__=1',
      cookies: ['a=1', 'b=2'],
      headers: { 'x-custom': 'One', 'content-type': 'application/json' },
      pathParameters: { id: 'a/b c' },
      body: '{"name":"é"}',
      isBase64Encoded: false,
    });
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual([
      ['limit', '1,2'],
      ['q', 'é'],
      ['__proto__', '1'],
    ]);
    expect(event.requestContext).toMatchObject({
      routeKey: 'PATCH /api/v1/waitlists/{id}',
      stage: '$default',
      http: {
        method: 'PATCH',
        path: '/api/v1/waitlists/a/b c',
        sourceIp: '127.0.0.1',
        userAgent: 'test',
      },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    });
    expect(events.at(-1)?.context.awsRequestId).toBe(event.requestContext.requestId);
    expect(events.at(-1)?.name).toBe('waitlists');
  });

  it('carries bytes that are no text in base64', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    for (const type of ['application/json', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      await fetch(`${url}/api/v1/waitlists`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bytes,
      });
      expect(lastEvent()).toMatchObject({ isBase64Encoded: true, body: bytes.toString('base64') });
    }
  });

  it('has no body and no parameters where there are none', async () => {
    await fetch(`${url}/nowhere/at/all`);
    expect(lastEvent()).toMatchObject({
      routeKey: '$default',
      rawPath: '/nowhere/at/all',
      isBase64Encoded: false,
    });
    for (const member of ['body', 'pathParameters', 'queryStringParameters', 'cookies']) {
      expect(lastEvent()).not.toHaveProperty(member);
    }
  });

  it('names the last address of X-Forwarded-For behind a proxy of ours, and else the socket', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
    await fetch(`${url}/`, { headers });
    expect(lastEvent().requestContext.http.sourceIp).toBe('127.0.0.1');
    await http.stop();
    await start(true);
    await fetch(`${url}/`, { headers });
    expect(lastEvent().requestContext.http.sourceIp).toBe('203.0.113.9');
    await fetch(`${url}/`);
    expect(lastEvent().requestContext.http.sourceIp).toBe('127.0.0.1');
  });
});

describe("Lambda's limits", () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${url}/api/v1/waitlists`, { method: 'POST', headers: { 'content-type': type }, body });

  it('refuses a request that is larger than 6 MB as an event', async () => {
    expect((await post('x'.repeat(PAYLOAD_BYTES - 20_000))).status).toBe(200);
    // Base64 makes four bytes of three.
    const refused = [
      post('x'.repeat(PAYLOAD_BYTES)),
      post('x'.repeat(5_000_000), 'image/png'),
      post('"'.repeat(4_000_000)),
    ];
    for (const response of await Promise.all(refused)) {
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual({
        error: expect.any(String),
        code: 'payload_too_large',
        resolution: expect.any(String),
        requestId: response.headers.get('x-request-id'),
      });
    }
    expect(events).toHaveLength(1);
  });

  it('refuses a body of unknown length as soon as it is too large', async () => {
    const call = request(`${url}/api/v1/waitlists`, { method: 'POST' });
    const answered = once(call, 'response');
    const chunk = Buffer.alloc(1_000_000);
    for (let sent = 0; sent < 7; sent++) call.write(chunk);
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    call.destroy();
  });

  it('refuses an answer that is larger than 6 MB', async () => {
    answer = async () => ({ statusCode: 200, body: 'x'.repeat(PAYLOAD_BYTES) });
    const response = await fetch(`${url}/api/v1`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'internal_error' });
    expect(failures).toHaveLength(1);
  });

  it('does not wait for a function longer than it may run', async () => {
    const slow: HttpHandler = () => new Promise(() => {});
    await fetch(`${url}/api/v1`);
    await expect(invoke('slow', slow, lastEvent(), 20)).rejects.toMatchObject({
      code: 'internal_error',
      status: 500,
    });
  });
});

describe('the answer', () => {
  it('of a function that throws says nothing of why', async () => {
    answer = async () => {
      throw new Error('secret');
    };
    const response = await fetch(`${url}/api/v1`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(failures).toEqual([expect.objectContaining({ message: 'secret' })]);
  });

  it('of a function with headers that cannot be sent is a 500', async () => {
    answer = async () => ({ statusCode: 200, headers: { 'x-bad': 'a\r\nb: c' }, body: '' });
    expect((await fetch(`${url}/api/v1`)).status).toBe(500);
  });

  it('may be bytes, set several cookies, and be empty', async () => {
    const bytes = Buffer.from([1, 2, 255]);
    answer = async () => ({
      statusCode: 201,
      cookies: ['a=1', 'b=2'],
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    });
    const response = await fetch(`${url}/api/v1`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    answer = async () => ({ statusCode: 204 });
    const empty = await fetch(`${url}/api/v1`);
    expect([empty.status, await empty.text(), empty.headers.get('content-length')]).toEqual([204, '', null]);
  });

  /** fetch decodes by itself. */
  const get = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const call = request(url + path, { headers, method }).end();
    const [response] = await once(call, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  };

  it('is compressed where it is HTML and the client takes that', async () => {
    answer = async () => ({
      statusCode: 200,
      headers: { 'Content-Type': 'text/html', Vary: 'cookie' },
      body: HTML,
    });
    const br = await get('/w/x', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(br.body).toString()).toBe(HTML);
    expect(br.headers.vary).toBe('cookie, accept-encoding');
    const gzip = await get('/w/x', { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(gunzipSync(gzip.body).toString()).toBe(HTML);
    const plain = await get('/w/x', {});
    expect([plain.body.toString(), plain.headers['content-encoding']]).toEqual([HTML, undefined]);
    const head = await get('/w/x', {}, 'HEAD');
    expect([head.body.length, Number(head.headers['content-length'])]).toEqual([0, HTML.length]);
  });

  it('of a static file is compressed, has a tag, and is not sent twice', async () => {
    const first = await get('/docs/app.js', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(first.body).toString()).toBe('x();'.repeat(1000));
    const etag = String(first.headers.etag);
    const again = await get('/docs/app.js', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await get('/docs/app.js', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '4000']);
    expect(events).toEqual([]);
    await get('/docs/app.js', {}, 'POST');
    expect(lastEvent().routeKey).toBe('$default');
  });
});

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
      'bytes that are no UTF-8',
      'GET /w/%FF%FE HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    [
      'an absolute form',
      'GET http://own.example/api/v1?x HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1.1 200/,
    ],
    ['a star', 'OPTIONS * HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n', /^HTTP\/1.1 400/],
    [
      'huge headers',
      `GET / HTTP/1.1\r\nHost: own.example\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      /^HTTP\/1.1 413/,
    ],
    ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1.1 400/],
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
    const answered = await raw(text);
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
    expect((await fetch(`${url}/api/v1`)).status).toBe(200);
    expect(failures).toEqual([]);
  });
});

describe('what only the local run has', () => {
  const get = (host: string, path = '/_local/here') =>
    raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it.each(['own.example', 'OWN.example:443', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.0.2.1'])(
    'is answered to %s',
    async host => expect(await get(host)).toMatch(/^HTTP\/1.1 200 .*\r\nhere\r\n/s),
  );

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', 'own.example.evil.example'])(
    'is not there for a page that gave itself the host name "%s", nor is anything else',
    async host => {
      for (const path of ['/_local/here', '/_local/none', '/docs/app.js', '/api/v1', '/_page/shell.js']) {
        expect(await get(host, path)).toMatch(/^HTTP\/1.1 404 .*\r\n\r\nNot found\n$/s);
      }
      expect(events).toEqual([]);
    },
  );

  it.each(['localhost@evil.example', '', '::', 'a b', 'own.example/x', 'own.example\r\nHost: evil.example'])(
    'is not there for what names no host, or two ("%s")',
    async host => {
      for (const path of ['/_local/here', '/docs/app.js']) {
        expect(await get(host, path)).toMatch(/^HTTP\/1.1 400/);
      }
      expect(await get('evil.example', 'http://localhost/_local/here')).toMatch(/^HTTP\/1.1 400/);
      expect(events).toEqual([]);
    },
  );

  it(`has a request id like every answer, static files included${verifies('http.x-request-id')}`, async () => {
    const ids = new Set<string | null>();
    for (const path of ['/_local/here', '/docs/app.js', '/docs/app.js']) {
      const id = (await fetch(url + path)).headers.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      ids.add(id);
    }
    expect(ids.size).toBe(3);
  });
});

describe('custom hosts', () => {
  const send = (request: string, host: string) =>
    raw(
      `${request} HTTP/1.1\r\nHost: ${host}\r\nX-Viewer-Host: own.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );

  it.each([
    ['GET /', 'shop.example', 'GET /'],
    ['HEAD /', 'SHOP.example.:8080', 'HEAD /'],
    ['POST /w/any/signups', 'shop.example', 'POST /w/{slug}/signups'],
    ['GET http://shop.example/', 'shop.example', 'GET /'],
  ])('%s of %s is for the pages, which are told the name', async (request, host, routeKey) => {
    await send(request, host);
    expect(events).toMatchObject([
      { name: 'pages', event: { routeKey, headers: { 'x-viewer-host': 'shop.example' } } },
    ]);
  });

  it('a client cannot name the host itself', async () => {
    await send('GET /', 'own.example');
    expect(events[0]?.event.headers['x-viewer-host']).toBeUndefined();
  });

  it('serves the files of the page where there is one, and nothing else', async () => {
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
    expect(events).toEqual([]);
  });
});

describe('stopping', () => {
  it('answers what was asked, and closes connections that are kept alive', async () => {
    let finish = () => {};
    answer = () =>
      new Promise(resolve => {
        finish = () => resolve({ statusCode: 200, body: 'late' });
      });
    await Promise.all([
      (async () => {
        const response = fetch(`${url}/api/v1`);
        while (events.length === 0) await new Promise(setImmediate);
        const stopped = http.stop();
        finish();
        expect(await (await response).text()).toBe('late');
        await stopped;
      })(),
    ]);
    await expect(fetch(`${url}/api/v1`)).rejects.toThrow();
  });
});

it(`has routes of its own that the stack does not have${verifies('mail.routes-only-in-local-run')}`, () => {
  expect(routes.filter(({ routeKey }) => routeKey.includes('_local'))).toEqual([]);
});
