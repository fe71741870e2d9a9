import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiRequest } from '../../../lambdas/middleware/api-request.ts';
import { requireOwnHost } from '../../../lambdas/middleware/require-edge.ts';
import { customHost } from '../../../lambdas/pages/custom-host.ts';

const site = {
  baseUrl: 'https://anteroom.example',
  licensePriceUsd: 49,
  proPriceUsd: 49,
  allowInsecureLoopback: false,
};
const event = (headers: Record<string, string>) => ({ headers }) as unknown as APIGatewayProxyEventV2;
const asked = (host: string) => event({ host: 'a1.execute-api.amazonaws.com', 'x-viewer-host': host });

describe('customHost', () => {
  it.each(['anteroom.example', 'ANTEROOM.example.', 'anteroom.example:443'])(
    'recognizes %s as our own',
    host => {
      expect(customHost(asked(host), site, true)).toBeNull();
    },
  );

  it.each([
    ['Shop.Example', 'shop.example'],
    ['shop.example.:443', 'shop.example'],
    ['anteroom.example.evil.test', 'anteroom.example.evil.test'],
    ['www.anteroom.example', 'www.anteroom.example'],
    ['127.0.0.1', '127.0.0.1'],
    // Not a host name: treated as an unknown host, never as our own.
    ['', ''],
    ['anteroom.example, shop.example', ''],
    ['anteroom.example@shop.example', ''],
  ])('treats %s as another host', (host, name) => {
    expect(customHost(asked(host), site, true)).toBe(name);
  });

  it('serves nothing if the edge did not pass on the host', () => {
    expect(() => customHost(event({ host: 'anteroom.example' }), site, true)).toThrow();
    expect(customHost(event({ host: 'anteroom.example' }), site, false)).toBeNull();
  });
});

describe('requireOwnHost', () => {
  const pass = (request: APIGatewayProxyEventV2, secret: string | undefined = 'a-secret-of-some-length') =>
    requireOwnHost(secret, site).before?.({ event: request } as unknown as ApiRequest);

  it('lets our own host through', () => {
    for (const host of ['anteroom.example', 'Anteroom.Example.:443'])
      expect(() => pass(asked(host))).not.toThrow();
  });

  it.each(['shop.example', 'anteroom.example.evil.test', '', 'a b'])(
    'refuses "%s", and a request without a host',
    host => {
      expect(() => pass(asked(host))).toThrow('There is nothing at this path');
      expect(() => pass(event({ host: 'anteroom.example' }))).toThrow('There is nothing at this path');
    },
  );

  it('lets every request through when no proxy is in front', () => {
    expect(() =>
      requireOwnHost(undefined, site).before?.({ event: event({}) } as unknown as ApiRequest),
    ).not.toThrow();
  });
});
