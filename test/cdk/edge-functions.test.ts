import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import { viewerAddress } from '../../lambdas/http/viewer-address.ts';
import type { ApiRequest } from '../../lambdas/middleware/api-request.ts';
import { scopeChallenge } from '../../lambdas/middleware/auth-challenge.ts';
import { requireEdge } from '../../lambdas/middleware/require-edge.ts';
import { viewerRequestCode } from '../../lib/constructs/viewer-function.ts';
import { verifies } from '../support/verifies.ts';
import type { Data } from './assembly.ts';
import { OriginResponseEvent, ViewerEvent } from './event-schemas.ts';
import { originResponseEvent, viewerRequestEvent, viewerResponseEvent } from './recorded-events.ts';

const folder = join(import.meta.dirname, '../../lib/edge');

/** Runs a CloudFront Function as CloudFront does: a script whose `handler` is called, with no globals. */
async function cloudFrontFunction(file: string, event: unknown): Promise<Data> {
  ViewerEvent.parse(event);
  const script = file.endsWith('-request.js')
    ? viewerRequestCode(file)
    : await readFile(join(folder, file), 'utf8');
  // CloudFront's limit for a function's code.
  expect(Buffer.byteLength(script)).toBeLessThan(10_240);
  const text = runInNewContext(`${script}; JSON.stringify(handler(${JSON.stringify(event)}))`, {}) as string;
  return JSON.parse(text);
}

describe('viewer-request.js', () => {
  it('passes on the viewer’s real address and host, whatever the viewer claims', async () => {
    const request = await cloudFrontFunction(
      'viewer-request.js',
      viewerRequestEvent({
        ip: '2001:db8::1',
        method: 'POST',
        uri: '/w/hello/signups',
        headers: {
          host: 'anteroom.app',
          cookie: 'a=1; b=x=y',
          'x-viewer-address': '10.0.0.1',
          'x-viewer-host': 'evil.test',
        },
      }),
    );
    // Anything missing from the returned request would not reach the origin.
    expect(request.cookies).toEqual({ a: { value: '1' }, b: { value: 'x=y' } });
    expect(request.headers).toEqual({
      host: { value: 'anteroom.app' },
      'x-viewer-address': { value: '2001:db8::1' },
      'x-viewer-host': { value: 'anteroom.app' },
    });
  });
});

describe('a page at the edge', () => {
  const asked = {
    headers: {
      host: 'shop.example',
      authorization: 'Bearer key',
      'x-api-key': 'key',
      origin: 'https://a.example',
    },
    ip: '203.0.113.7',
  };
  /** What CloudFront's cache policy makes a key of. */
  const key = ({
    uri,
    querystring,
    headers: { host: _, 'x-viewer-address': __, ...headers },
    cookies,
  }: Data) => ({
    uri,
    querystring,
    headers,
    cookies,
  });

  it.each([
    ['viewer-request.js', '/w/hello'],
    ['domain-request.js', '/'],
  ])('is one for everybody who followed the same link: %s', async (file, uri) => {
    const event = (query: string, cookie = 'a=1') =>
      viewerRequestEvent({ ...asked, uri: `${uri}${query}`, headers: { ...asked.headers, cookie } });
    const plain = key(await cloudFrontFunction(file, event('')));
    expect(plain).toEqual({
      uri,
      querystring: {},
      cookies: {},
      headers: { 'x-viewer-host': expect.anything() },
    });
    expect(key(await cloudFrontFunction(file, event('?utm_source=x&fbclid=y', 'b=2')))).toEqual(plain);
    expect(key(await cloudFrontFunction(file, event('?ref=abc&utm_source=x')))).toEqual({
      ...plain,
      querystring: { ref: { value: 'abc' } },
    });
  });

  it.each([
    ['viewer-request.js', '/w/hello'],
    ['domain-request.js', '/'],
  ])(
    `is kept for each language, and few of their orders: %s${verifies('languages.edge')}`,
    async (file, uri) => {
      const event = (query: string, language: string) =>
        viewerRequestEvent({
          ...asked,
          uri: `${uri}${query}`,
          headers: { ...asked.headers, 'accept-language': language },
        });
      const german = { 'x-viewer-host': expect.anything(), 'accept-language': { value: 'de,en' } };
      for (const sent of [
        'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7',
        'EN;q=0.2, de-CH',
        'de,zh;q=0.9,en;q=0.8,*;q=0.1',
      ])
        expect(key(await cloudFrontFunction(file, event('?lang=ja&utm_source=x', sent)))).toEqual({
          uri,
          querystring: { lang: { value: 'ja' } },
          cookies: {},
          headers: german,
        });
      expect(key(await cloudFrontFunction(file, event('?lang=xx', 'zh,ko')))).toMatchObject({
        querystring: {},
        headers: { 'x-viewer-host': expect.anything() },
      });
    },
  );

  it('is asked for again by browsers, and answers that are nobody else’s stay as they are', async () => {
    const cachingOf = async (value: string) =>
      (await cloudFrontFunction('viewer-response.js', viewerResponseEvent({ 'cache-control': value })))
        .headers;
    expect(await cachingOf('public, s-maxage=5, stale-while-revalidate=60')).toEqual({
      'cache-control': { value: 'no-cache' },
    });
    expect(await cachingOf('no-store')).toEqual({ 'cache-control': { value: 'no-store' } });
  });

  it('leaves the query and the cookies of everything else alone', async () => {
    const event = viewerRequestEvent({
      ...asked,
      uri: '/dashboard/x?a=1',
      headers: { ...asked.headers, cookie: 'a=1' },
    });
    expect(await cloudFrontFunction('viewer-request.js', event)).toMatchObject({
      querystring: { a: { value: '1' } },
      cookies: { a: { value: '1' } },
      headers: { authorization: { value: 'Bearer key' } },
    });
  });
});

describe('viewer-request.js and paths', () => {
  const ask = (method: string, uri: string) =>
    cloudFrontFunction('viewer-request.js', viewerRequestEvent({ method, uri, headers: { host: 'a.app' } }));

  it(`leads to the one path of a page, with the query as it was sent${verifies('http.pages-redirect')}`, async () => {
    const { statusCode, headers } = await ask('GET', '/W/Hello/?ref=a%20b&utm=1&utm=2&x');
    expect([statusCode, headers.location.value]).toEqual([308, '/w/hello?ref=a%20b&utm=1&utm=2&x=']);
    expect((await ask('HEAD', '/docs/')).headers.location.value).toBe('/docs');
  });

  it(`finds the Markdown of a guide${verifies('docs.markdown')}`, async () => {
    const read = async (accept: string) => {
      const headers = { host: 'a.app', accept };
      const event = viewerRequestEvent({ method: 'GET', uri: '/docs/webhooks', headers });
      return (await cloudFrontFunction('viewer-request.js', event)).uri;
    };
    expect(await read('text/markdown, */*')).toBe('/docs/webhooks.md');
    expect(await read('text/html')).toBe('/docs/webhooks');
  });

  it.each([
    ['POST', '/api/mcp/mcp/', '/api/mcp/mcp'],
    ['GET', '/api/v1/', '/api/v1'],
    ['POST', '/w/Hello/signups/', '/w/hello/signups'],
    ['GET', '/w/HELLO/embed.json', '/w/hello/embed.json'],
    ['POST', '/u/Token>', '/u/Token'],
    ['GET', '/w/hello', '/w/hello'],
  ])(`passes %s %s on as %s${verifies('http.programs-answered')}`, async (method, uri, path) => {
    expect((await ask(method, uri)).uri).toBe(path);
  });
});

describe('dashboard-request.js', () => {
  it(`leads to the one path of a screen${verifies('http.pages-redirect')}`, async () => {
    const event = viewerRequestEvent({ uri: '/dashboard/waitlists/hello/?tab=seo' });
    const { statusCode, headers } = await cloudFrontFunction('dashboard-request.js', event);
    expect([statusCode, headers.location.value]).toEqual([308, '/dashboard/waitlists/hello?tab=seo']);
  });

  it.each(['/dashboard', '/dashboard/waitlists/hello/page'])(
    'asks the bucket for the one document at %s',
    async uri => {
      const request = await cloudFrontFunction(
        'dashboard-request.js',
        viewerRequestEvent({ uri: `${uri}?tab=seo` }),
      );
      expect(request).toMatchObject({ method: 'GET', uri: '/dashboard', querystring: {} });
    },
  );
});

describe('domain-request.js', () => {
  const ask = (method: string, uri: string) =>
    cloudFrontFunction(
      'domain-request.js',
      viewerRequestEvent({
        method,
        uri,
        headers: { host: 'shop.example', 'x-viewer-host': 'anteroom.app' },
        isMultiTenant: true,
      }),
    );

  it.each([
    ['GET', '/'],
    ['HEAD', '/'],
    ['POST', '/w/hello/signups'],
    ['OPTIONS', '/w/hello/signups'],
    ['POST', '/w/hello/visits'],
    ['GET', '/s/token'],
    ['HEAD', '/s/token.json'],
  ])('lets %s %s through, and passes on the host', async (method, uri) => {
    expect(await ask(method, uri)).toMatchObject({
      uri,
      headers: { 'x-viewer-address': { value: '203.0.113.7' }, 'x-viewer-host': { value: 'shop.example' } },
    });
  });

  it(`knows the one path of each place${verifies('http.pages-redirect', 'http.programs-answered')}`, async () => {
    expect(await ask('GET', '/s/token).')).toMatchObject({
      statusCode: 308,
      headers: { location: { value: '/s/token' } },
    });
    expect((await ask('GET', '/s/token.json/')).uri).toBe('/s/token.json');
    expect((await ask('POST', '/w/Hello/signups/')).uri).toBe('/w/hello/signups');
    expect((await ask('GET', '/docs/')).statusCode).toBe(404);
  });

  it.each([
    ['GET', '/api/v1'],
    ['POST', '/api/v1/waitlists'],
    ['POST', '/api/mcp/mcp'],
    ['GET', '/w/hello'],
    ['GET', '/w/hello/signups'],
    ['POST', '/'],
    ['POST', '/w/a/b/signups'],
    ['POST', '/s/token'],
    ['GET', '/c/token'],
    ['POST', '/c/token'],
    ['GET', '/s/token/more'],
    ['GET', '/s/'],
    ['OPTIONS', '/'],
    ['OPTIONS', '/w/hello/status-links'],
    ['GET', '/docs'],
    ['GET', '/dashboard'],
    ['GET', '//'],
  ])('answers %s %s with a plain 404', async (method, uri) => {
    expect(await ask(method, uri)).toMatchObject({ statusCode: 404, body: { data: 'Not found\n' } });
  });
});

describe('viewer-request.js and the origin', () => {
  const ORIGIN_SECRET = 'a secret of some length';
  const ORIGIN_ADDRESS = '198.51.100.1';

  /** The event of a request at API Gateway, which only sees the proxy. */
  const atOrigin = (headers: Record<string, string>) =>
    ({
      headers,
      requestContext: { http: { sourceIp: ORIGIN_ADDRESS } },
    }) as unknown as APIGatewayProxyEventV2;
  const passEdge = (event: APIGatewayProxyEventV2) =>
    requireEdge(ORIGIN_SECRET).before?.({ event } as unknown as ApiRequest);

  /** What reaches the origin from a visitor's request: the headers that the function kept, and the secret. */
  async function throughEdge(ip: string, headers: Data): Promise<APIGatewayProxyEventV2> {
    const event = viewerRequestEvent({ ip, method: 'POST', uri: '/w/hello/signups' });
    const request = await cloudFrontFunction('viewer-request.js', {
      ...event,
      request: { ...event.request, headers },
    });
    const sent = Object.entries<Data>(request.headers).map(([name, { value, multiValue }]) => [
      name,
      multiValue?.map((each: Data) => each.value).join(',') ?? value,
    ]);
    return atOrigin({ ...Object.fromEntries(sent), 'x-origin-secret': ORIGIN_SECRET });
  }

  const host = { value: 'anteroom.app' };
  const forged = { value: '10.0.0.1' };
  it.each<[string, Data]>([
    ['none', { host }],
    ['one', { host, 'x-viewer-address': forged }],
    ['several', { host, 'x-viewer-address': { ...forged, multiValue: [forged, { value: '10.0.0.2' }] } }],
    ['those of proxies', { host, 'x-forwarded-for': forged, 'cloudfront-viewer-address': forged }],
  ])('agree on the visitor’s address, whatever the visitor forges (%s)', async (_, headers) => {
    for (const ip of ['203.0.113.7', '2001:db8::1']) {
      const event = await throughEdge(ip, headers);
      expect(() => passEdge(event)).not.toThrow();
      expect(viewerAddress(event, true)).toBe(ip);
    }
  });

  it('refuse a request that bypasses the edge and claims an address', () => {
    const event = atOrigin({ host: 'anteroom.app', 'x-viewer-address': '10.0.0.1' });
    expect(() => passEdge(event)).toThrow('There is nothing at this path');
    // Without a proxy in front, anybody can set the header.
    expect(viewerAddress(event, false)).toBe(ORIGIN_ADDRESS);
  });
});

describe('object-headers.js', () => {
  it('turns an object’s metadata into headers and leaves the others alone', async () => {
    const response = await cloudFrontFunction(
      'object-headers.js',
      viewerResponseEvent({
        'content-type': 'text/html',
        'x-amz-meta-content-security-policy': "default-src 'none'",
        'x-amz-meta-referrer-policy': 'no-referrer',
      }),
    );
    expect(response.headers).toEqual({
      'content-type': { value: 'text/html' },
      'content-security-policy': { value: "default-src 'none'" },
      'referrer-policy': { value: 'no-referrer' },
    });
  });
});

describe('restore-challenge.cjs', () => {
  const { handler } = createRequire(import.meta.url)(join(folder, 'restore-challenge.cjs')) as Data;
  const answer = (status: string, headers: Readonly<Record<string, string>>) =>
    handler(OriginResponseEvent.parse(originResponseEvent(status, headers)));
  const RENAMED = 'x-amzn-Remapped-www-authenticate';
  const date = expect.anything();

  it('restores the header name of a 401’s challenge', async () => {
    const response = await answer('401', { [RENAMED]: 'Bearer' });
    expect(response.headers).toEqual({
      date,
      'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer' }],
    });
  });

  it('restores an agent’s 403 challenge in full, with scopes and the metadata URL', async () => {
    const held = { kind: 'access_token', scopes: ['account:read'] } as const;
    const value = scopeChallenge(
      {
        baseUrl: 'https://anteroom.example',
        licensePriceUsd: 49,
        proPriceUsd: 49,
        allowInsecureLoopback: false,
      },
      new InsufficientScopeError('waitlists:write', held),
      held,
    );
    const response = await answer('403', { [RENAMED]: value });
    expect(response.headers).toEqual({ date, 'www-authenticate': [{ key: 'WWW-Authenticate', value }] });
  });

  it('leaves every other response as it is, and headers that API Gateway did not rename', async () => {
    expect((await answer('200', {})).headers).toEqual({ date });
    expect((await answer('200', { 'WWW-Authenticate': 'Bearer' })).headers).toEqual({
      date,
      'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer' }],
    });
  });
});
