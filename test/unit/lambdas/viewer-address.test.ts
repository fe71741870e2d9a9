import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { viewerAddress } from '../../../lambdas/http/viewer-address.ts';
import type { ApiRequest } from '../../../lambdas/middleware/api-request.ts';
import { requireEdge } from '../../../lambdas/middleware/require-edge.ts';

const event = (headers: Record<string, string>) =>
  ({ headers, requestContext: { http: { sourceIp: '198.51.100.1' } } }) as unknown as APIGatewayProxyEventV2;
const SECRET = 'a secret of some length';

describe('viewerAddress', () => {
  it('trusts no header when no proxy is in front', () => {
    expect(viewerAddress(event({ 'x-viewer-address': '1.2.3.4' }), false)).toBe('198.51.100.1');
  });

  it.each(['203.0.113.7', '2001:db8::1'])('reads the address from the edge (%s)', address => {
    expect(viewerAddress(event({ 'x-viewer-address': address }), true)).toBe(address);
  });

  it('uses no other address when the edge provides none', () => {
    expect(() => viewerAddress(event({}), true)).toThrow('no visitor address');
  });
});

describe('requireEdge', () => {
  const pass = (headers: Record<string, string>, secret: string | undefined) =>
    requireEdge(secret).before?.({ event: event(headers) } as unknown as ApiRequest);

  it('lets requests with the secret through, and every request if none is set', () => {
    expect(() => pass({ 'x-origin-secret': SECRET }, SECRET)).not.toThrow();
    expect(() => pass({}, undefined)).not.toThrow();
  });

  it.each([{}, { 'x-origin-secret': 'a secret of some lengtH' }, { 'x-origin-secret': '' }])(
    'refuses requests that bypass CloudFront (%j)',
    headers => {
      expect(() => pass(headers, SECRET)).toThrow(/nothing at this path/i);
    },
  );
});
