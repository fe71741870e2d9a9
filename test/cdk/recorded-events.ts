/** What CloudFront adds to each request of this recording. */
export const ORIGIN_SECRET = 'a-secret-of-sufficient-length';

/** A request as API Gateway hands it to a function behind CloudFront (payload format 2.0), recorded and shortened. */
export const httpEvent = (
  method: string,
  path: string,
  routeKey: string,
  more: Record<string, unknown> = {},
) => ({
  version: '2.0',
  routeKey,
  rawPath: path,
  rawQueryString: '',
  headers: {
    accept: '*/*',
    'content-length': '0',
    host: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com',
    'user-agent': 'Amazon CloudFront',
    via: '2.0 4f1c.cloudfront.net (CloudFront)',
    'x-amz-cf-id': 'bVJ1bGVz',
    'x-amzn-trace-id': 'Root=1-691f0a52-2f1c3b7d5e8a9c0412345678',
    'x-origin-secret': ORIGIN_SECRET,
    'x-forwarded-for': '203.0.113.7, 130.176.16.72',
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
    'x-viewer-address': '203.0.113.7',
    'x-viewer-host': 'd111111abcdef8.cloudfront.net',
  },
  requestContext: {
    accountId: '123456789012',
    apiId: 'a1b2c3d4e5',
    domainName: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com',
    domainPrefix: 'a1b2c3d4e5',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '130.176.16.72', userAgent: 'Amazon CloudFront' },
    requestId: 'UbWdXhGAIAMEJ1w=',
    routeKey,
    stage: '$default',
    time: '21/Nov/2026:11:00:00 +0000',
    timeEpoch: 1795258800000,
  },
  isBase64Encoded: false,
  ...more,
});
