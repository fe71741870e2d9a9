import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HttpHandler } from '../../lambdas/http/http-handler.ts';
import { routes } from '../../lambdas/http/routes.ts';
import { invoke } from '../../local/http/invoke.ts';
import { PAYLOAD_BYTES } from '../../local/http/limits.ts';
import { verifies } from '../support/verifies.ts';
import { type EchoServer, startEchoServer } from './echo-server.ts';

const HTML = `<!doctype html><p>${'Join the queue. '.repeat(200)}`;

let server: EchoServer;
beforeEach(async () => {
  server = await startEchoServer();
});
afterEach(() => server.stop({ force: true }));

describe('the event for a request', () => {
  it('matches what API Gateway sends', async () => {
    await fetch(`${server.url}/api/v1/waitlists/a%2Fb%20c?limit=1&limit=2&q=%C3%A9&__proto__=1`, {
      method: 'PATCH',
      headers: {
        'X-Custom': 'One',
        'Content-Type': 'application/json',
        Cookie: 'a=1; b=2',
        'User-Agent': 'test',
      },
      body: '{"name":"é"}',
    });
    const event = server.lastEvent();
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
    expect(server.events.at(-1)?.context.awsRequestId).toBe(event.requestContext.requestId);
    expect(server.events.at(-1)?.name).toBe('waitlists');
  });

  it('carries binary data in base64', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    for (const type of ['application/json', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      await fetch(`${server.url}/api/v1/waitlists`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bytes,
      });
      expect(server.lastEvent()).toMatchObject({ isBase64Encoded: true, body: bytes.toString('base64') });
    }
  });

  it('omits an absent body and absent parameters', async () => {
    await fetch(`${server.url}/nowhere/at/all`);
    expect(server.lastEvent()).toMatchObject({
      routeKey: '$default',
      rawPath: '/nowhere/at/all',
      isBase64Encoded: false,
    });
    for (const member of ['body', 'pathParameters', 'queryStringParameters', 'cookies']) {
      expect(server.lastEvent()).not.toHaveProperty(member);
    }
  });

  it('uses the last X-Forwarded-For address behind our proxy, and otherwise the socket address', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
    await fetch(`${server.url}/`, { headers });
    expect(server.lastEvent().requestContext.http.sourceIp).toBe('127.0.0.1');
    await server.stop();
    server = await startEchoServer({ trustProxy: true });
    await fetch(`${server.url}/`, { headers });
    expect(server.lastEvent().requestContext.http.sourceIp).toBe('203.0.113.9');
    await fetch(`${server.url}/`);
    expect(server.lastEvent().requestContext.http.sourceIp).toBe('127.0.0.1');
  });

  it.each([
    'garbage',
    '203.0.113.9, unknown',
    '203.0.113.9:4711',
    '[2001:db8::1]',
    '203.0.113.9,',
    '999.1.1.1',
  ])('uses the socket address when X-Forwarded-For does not end with an address (%j)', async forwarded => {
    await server.stop();
    server = await startEchoServer({ trustProxy: true });
    await fetch(`${server.url}/`, { headers: { 'x-forwarded-for': forwarded } });
    expect(server.lastEvent().requestContext.http.sourceIp).toBe('127.0.0.1');
  });
});

describe("Lambda's limits", () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`${server.url}/api/v1/waitlists`, { method: 'POST', headers: { 'content-type': type }, body });

  it('reject a request that is larger than 6 MB as an event', async () => {
    expect((await post('x'.repeat(PAYLOAD_BYTES - 20_000))).status).toBe(200);
    // Base64 turns three bytes into four.
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
    expect(server.events).toHaveLength(1);
  });

  it('reject 7 MB with a 413 that fetch sees every time', async () => {
    // In another process, because here the client would run only while the server waits.
    const client = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `const body = Buffer.alloc(7_000_000, ' ');
       for (let index = 0; index < 200; index++) {
         const unknownLength = { body: new Blob([body]).stream(), duplex: 'half' };
         const answer = await fetch(process.argv[1], { method: 'POST', ...(index % 4 ? { body } : unknownLength) });
         console.log(answer.status, (await answer.json()).code);
       }`,
      `${server.url}/api/v1/waitlists`,
    ]);
    const [answers, failed] = await Promise.all([text(client.stdout), text(client.stderr)]);
    expect(failed).toBe('');
    expect(answers).toBe('413 payload_too_large\n'.repeat(200));
  });

  it('reject a body that never arrives, and close the connection after a while', async () => {
    const call = request(`${server.url}/api/v1/waitlists`, {
      method: 'POST',
      headers: { 'content-length': 7_000_000 },
    });
    call.on('error', () => {});
    const closed = once(call, 'close');
    call.flushHeaders();
    const [response] = await once(call, 'response');
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    response.resume();
    await closed;
  }, 10_000);

  it('reject a body of unknown length as soon as it is too large', async () => {
    const call = request(`${server.url}/api/v1/waitlists`, { method: 'POST' });
    const answered = once(call, 'response');
    const chunk = Buffer.alloc(1_000_000);
    for (let sent = 0; sent < 7; sent++) call.write(chunk);
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    call.destroy();
  });

  it('reject a response larger than 6 MB', async () => {
    server.answer = async () => ({ statusCode: 200, body: 'x'.repeat(PAYLOAD_BYTES) });
    const response = await fetch(`${server.url}/api/v1`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'internal_error' });
    expect(server.failures).toHaveLength(1);
  });

  it('stop waiting for a function at its time limit', async () => {
    const slow: HttpHandler = () => new Promise(() => {});
    await fetch(`${server.url}/api/v1`);
    await expect(invoke('slow', slow, server.lastEvent(), 20)).rejects.toMatchObject({
      code: 'internal_error',
      status: 500,
    });
  });
});

describe('the response', () => {
  it('of a function that throws does not reveal why', async () => {
    server.answer = async () => {
      throw new Error('secret');
    };
    const response = await fetch(`${server.url}/api/v1`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(server.failures).toEqual([expect.objectContaining({ message: 'secret' })]);
  });

  it('of a function with headers that cannot be sent is a 500', async () => {
    server.answer = async () => ({ statusCode: 200, headers: { 'x-bad': 'a\r\nb: c' }, body: '' });
    expect((await fetch(`${server.url}/api/v1`)).status).toBe(500);
  });

  it('can be binary, set several cookies, or be empty', async () => {
    const bytes = Buffer.from([1, 2, 255]);
    server.answer = async () => ({
      statusCode: 201,
      cookies: ['a=1', 'b=2'],
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    });
    const response = await fetch(`${server.url}/api/v1`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    server.answer = async () => ({ statusCode: 204 });
    const empty = await fetch(`${server.url}/api/v1`);
    expect([empty.status, await empty.text(), empty.headers.get('content-length')]).toEqual([204, '', null]);
  });

  /** Unlike fetch, does not decode the response. */
  const get = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const call = request(server.url + path, { headers, method }).end();
    const [response] = await once(call, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  };

  it('is compressed if it is HTML and the client accepts compression', async () => {
    server.answer = async () => ({
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

  it('for a static file is compressed, has an ETag, and is not sent twice', async () => {
    const first = await get('/docs/app.js', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(first.body).toString()).toBe('x();'.repeat(1000));
    const etag = String(first.headers.etag);
    const again = await get('/docs/app.js', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await get('/docs/app.js', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '4000']);
    expect(server.events).toEqual([]);
    await get('/docs/app.js', {}, 'POST');
    expect(server.lastEvent().routeKey).toBe('$default');
  });
});

describe('stopping', () => {
  it('finishes pending requests and closes keep-alive connections', async () => {
    let finish = () => {};
    server.answer = () =>
      new Promise(resolve => {
        finish = () => resolve({ statusCode: 200, body: 'late' });
      });
    await Promise.all([
      (async () => {
        const response = fetch(`${server.url}/api/v1`);
        while (server.events.length === 0) await new Promise(setImmediate);
        const stopped = server.stop();
        finish();
        expect(await (await response).text()).toBe('late');
        await stopped;
      })(),
    ]);
    await expect(fetch(`${server.url}/api/v1`)).rejects.toThrow();
  });
});

it(`has local routes that the stack does not have${verifies('mail.routes-only-in-local-run')}`, () => {
  expect(routes.filter(({ routeKey }) => routeKey.includes('_local'))).toEqual([]);
});
