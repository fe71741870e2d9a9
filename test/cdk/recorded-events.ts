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

/** A message of a queue as Lambda hands it to a function. */
const record = (body: unknown, index: number) => ({
  messageId: `059f36b4-87a3-44ab-83d2-66197${index}d5f4a1`,
  receiptHandle: 'AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '1795258800000',
    SenderId: 'AROAEXAMPLE:anteroom-pages',
    ApproximateFirstReceiveTimestamp: '1795258800012',
  },
  messageAttributes: {},
  md5OfBody: 'e4e68fb7bd0e697a0ae8f1bb342846b3',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:anteroom',
  awsRegion: 'us-east-1',
});

/** Messages of a queue, as its event source mapping hands them to a function. */
export const queueEvent = (...bodies: unknown[]) => ({ Records: bodies.map(record) });

/** What EventBridge sends on a schedule. */
export const scheduledEvent = {
  version: '0',
  id: '53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa',
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '123456789012',
  time: '2026-11-21T11:00:00Z',
  region: 'us-east-1',
  resources: ['arn:aws:events:us-east-1:123456789012:rule/AnteroomApi-Sweep'],
  detail: {},
};

/** What a REST API asks its authorizer, recorded and shortened. */
export const authorizerEvent = (headers: Readonly<Record<string, string>>) => ({
  type: 'REQUEST',
  methodArn: 'arn:aws:execute-api:us-east-1:123456789012:f6g7h8i9j0/live/POST/api/v1/assets',
  resource: '/api/v1/assets',
  path: '/api/v1/assets',
  httpMethod: 'POST',
  headers,
  multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
  queryStringParameters: {},
  multiValueQueryStringParameters: {},
  pathParameters: {},
  stageVariables: {},
  requestContext: {
    accountId: '123456789012',
    apiId: 'f6g7h8i9j0',
    httpMethod: 'POST',
    identity: { sourceIp: '130.176.16.72', userAgent: 'Amazon CloudFront' },
    path: '/live/api/v1/assets',
    protocol: 'HTTP/1.1',
    requestId: '5f1c0a52-2f1c-4b7d-9e8a-9c0412345678',
    requestTime: '21/Nov/2026:11:00:00 +0000',
    requestTimeEpoch: 1795258800000,
    resourceId: 'abc123',
    resourcePath: '/api/v1/assets',
    stage: 'live',
  },
});

/** The origin's response as CloudFront hands it to a function at its edge. */
export const originResponseEvent = (status: string, headers: Readonly<Record<string, string>>) => ({
  Records: [
    {
      cf: {
        config: {
          distributionDomainName: 'd111111abcdef8.cloudfront.net',
          distributionId: 'EDFDVBD6EXAMPLE',
          eventType: 'origin-response',
          requestId: '4TyzHTaYWb1GX1qTfsHhEqV6HUDd_BzoBZnwfnvQc_1oF26ClkoUSEQ==',
        },
        request: {
          clientIp: '203.0.113.7',
          method: 'POST',
          uri: '/api/v1/assets',
          querystring: '',
          headers: {},
        },
        response: {
          status,
          statusDescription: 'OK',
          headers: Object.fromEntries(
            Object.entries(headers).map(([key, value]) => [key.toLowerCase(), [{ key, value }]]),
          ),
        },
      },
    },
  ],
});
