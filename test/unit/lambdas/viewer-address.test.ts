import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { viewerAddress } from '../../../lambdas/http/viewer-address.ts';
import type { ApiRequest } from '../../../lambdas/middleware/api-request.ts';
import { requireEdge } from '../../../lambdas/middleware/require-edge.ts';

const event = (headers: Record<string, string>) =>
  ({ headers, requestContext: { http: { sourceIp: '198.51.100.1' } } }) as unknown as APIGatewayProxyEventV2;
const SECRET = 'a secret of some length';

describe('viewerAddress', () => {
  it('trusts no header where nothing stands in front', () => {
    expect(viewerAddress(event({ 'x-viewer-address': '1.2.3.4' }), false)).toBe('198.51.100.1');
  });

  it.each(['203.0.113.7', '2001:db8::1'])('reads what the edge says (%s)', address => {
    expect(viewerAddress(event({ 'x-viewer-address': address }), true)).toBe(address);
  });

  it('takes no other address for the visitor when the edge says none', () => {
    expect(() => viewerAddress(event({}), true)).toThrow('did not say');
  });
});

describe('requireEdge', () => {
  const pass = (headers: Record<string, string>, secret: string | undefined) =>
    requireEdge(secret).before?.({ event: event(headers) } as unknown as ApiRequest);

  it('lets through what carries the secret, and everything where there is none', () => {
    expect(() => pass({ 'x-origin-secret': SECRET }, SECRET)).not.toThrow();
    expect(() => pass({}, undefined)).not.toThrow();
  });

  it.each([{}, { 'x-origin-secret': 'a secret of some lengtH' }, { 'x-origin-secret': '' }])(
    'refuses what came past CloudFront (%j)',
    headers => {
      expect(() => pass(headers, SECRET)).toThrow(/nothing at this path/i);
    },
  );
});
