import { createHash } from 'node:crypto';
import type {
  APIGatewayProxyEventV2,
  CloudFrontHeaders,
  CloudFrontResponseEvent,
  ScheduledEvent,
  SQSRecord,
} from 'aws-lambda';

/**
 * The events AWS sends to functions, as others recorded them, with our names. A test checks these, and those the local
 * server makes, against `event-schemas.ts`.
 */

/** The secret that CloudFront adds to each request in this recording. */
export const ORIGIN_SECRET = 'a-secret-of-sufficient-length';

const ACCOUNT = '123456789012';
const AT = { epoch: 1795258800000, access: '21/Nov/2026:11:00:00 +0000', iso: '2026-11-21T11:00:00Z' };
const TRACE = 'Root=1-691f0a52-2f1c3b7d5e8a9c0412345678';
const DISTRIBUTION = {
  distributionDomainName: 'd111111abcdef8.cloudfront.net',
  distributionId: 'EDFDVBD6EXAMPLE',
};
const CLOUDFRONT_REQUEST = '4TyzHTaYWb1GX1qTfsHhEqV6HUDd_BzoBZnwfnvQc_1oF26ClkoUSEQ==';
const VIEWER = '203.0.113.7';
const EDGE = '130.176.16.72';

/** A request from API Gateway to a function behind CloudFront (HTTP API, payload format 2.0). */
export const httpEvent = (
  method: string,
  path: string,
  routeKey: string,
  more: Record<string, unknown> = {},
) =>
  ({
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      'accept-encoding': 'gzip',
      'content-length': '0',
      host: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com',
      'user-agent': 'curl/8.11.1',
      via: '2.0 4f1c8e5d0a7b.cloudfront.net (CloudFront)',
      'x-amz-cf-id': CLOUDFRONT_REQUEST,
      'x-amzn-trace-id': TRACE,
      'x-origin-secret': ORIGIN_SECRET,
      'x-forwarded-for': `${VIEWER}, ${EDGE}`,
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      'x-viewer-address': VIEWER,
      'x-viewer-host': DISTRIBUTION.distributionDomainName,
    },
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'a1b2c3d4e5',
      domainName: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'a1b2c3d4e5',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: EDGE, userAgent: 'curl/8.11.1' },
      requestId: 'UbWdXhGAIAMEJ1w=',
      routeKey,
      stage: '$default',
      time: AT.access,
      timeEpoch: AT.epoch,
    },
    isBase64Encoded: false,
    ...more,
  }) satisfies APIGatewayProxyEventV2;

/** A queue message. If a traced function sent it with the SDK, it also has the trace. */
const record = (body: unknown, index: number): SQSRecord => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    messageId: `059f36b4-87a3-44ab-83d2-66197${index}d5f4a1`,
    receiptHandle: 'AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a',
    body: text,
    attributes: {
      ApproximateReceiveCount: '1',
      AWSTraceHeader: `${TRACE};Parent=53995c3f42cd8ad8;Sampled=1`,
      SentTimestamp: `${AT.epoch}`,
      SenderId: 'AROAEXAMPLEEXAMPLE:anteroom-pages',
      ApproximateFirstReceiveTimestamp: `${AT.epoch + 12}`,
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(text).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:us-east-1:${ACCOUNT}:anteroom`,
    awsRegion: 'us-east-1',
  };
};

/** Queue messages, as the event source mapping sends them to a function. */
export const queueEvent = (...bodies: unknown[]) => ({ Records: bodies.map(record) });

/** What EventBridge sends on a schedule. */
export const scheduledEvent: ScheduledEvent = {
  version: '0',
  id: '53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa',
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: ACCOUNT,
  time: AT.iso,
  region: 'us-east-1',
  resources: [`arn:aws:events:us-east-1:${ACCOUNT}:rule/AnteroomApi-Sweep`],
  detail: {},
};

type Tags = Readonly<Record<string, readonly string[] | undefined>>;

/** What SES puts on the default bus: it describes the whole message, including headers and recipients. */
export const sesEvent = (detailType: string, eventType: string, detail: object, tags: Tags = {}) => ({
  version: '0',
  id: '12f5a4c8-9d0e-4b7a-8f5c-6f1c9a522f8a',
  'detail-type': detailType,
  source: 'aws.ses',
  account: ACCOUNT,
  time: '2026-01-02T03:04:05Z',
  region: 'us-east-1',
  resources: [`arn:aws:ses:us-east-1:${ACCOUNT}:configuration-set/anteroom`],
  detail: {
    eventType,
    mail: {
      timestamp: '2026-01-02T03:04:03.012Z',
      source: 'Anteroom <hello@anteroom.app>',
      sourceArn: `arn:aws:ses:us-east-1:${ACCOUNT}:identity/anteroom.app`,
      sendingAccountId: ACCOUNT,
      messageId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      destination: ['ada@example.com'],
      headersTruncated: false,
      headers: [
        { name: 'From', value: 'Anteroom <hello@anteroom.app>' },
        { name: 'To', value: 'ada@example.com' },
        { name: 'Subject', value: 'You are on the list' },
      ],
      commonHeaders: {
        from: ['Anteroom <hello@anteroom.app>'],
        to: ['ada@example.com'],
        messageId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
        subject: 'You are on the list',
      },
      tags: {
        'ses:source-ip': ['192.0.2.0'],
        'ses:from-domain': ['anteroom.app'],
        'ses:caller-identity': ['anteroom-worker'],
        ...tags,
      },
    },
    ...detail,
  },
});

/** The part specific to a bounce. */
export const bounceDetail = (bounceType: string) => ({
  bounce: {
    feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'ada@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp: '2026-01-02T03:04:05.669Z',
    reportingMTA: 'dsn; mta.example.com',
  },
});

/** The part specific to a complaint; not every mailbox provider reports its type. */
export const complaintDetail = (complaintFeedbackType?: string) => ({
  complaint: {
    feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
    complaintSubType: null,
    complainedRecipients: [{ emailAddress: 'ada@example.com' }],
    timestamp: '2026-01-02T03:04:05.669Z',
    ...(complaintFeedbackType && {
      userAgent: 'Mozilla/5.0',
      complaintFeedbackType,
      arrivalDate: '2026-01-02T03:04:05.669Z',
    }),
  },
});

/** What a REST API sends to its authorizer. Header names keep the case in which they were sent. */
export const authorizerEvent = (headers: Readonly<Record<string, string>>) => ({
  type: 'REQUEST',
  methodArn: `arn:aws:execute-api:us-east-1:${ACCOUNT}:f6g7h8i9j0/live/POST/api/v1/assets`,
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
    resourceId: 'abc123',
    resourcePath: '/api/v1/assets',
    httpMethod: 'POST',
    extendedRequestId: 'ZhFsxGQDDoEEMig=',
    requestTime: AT.access,
    path: '/live/api/v1/assets',
    accountId: ACCOUNT,
    protocol: 'HTTP/1.1',
    stage: 'live',
    domainPrefix: 'f6g7h8i9j0',
    requestTimeEpoch: AT.epoch,
    requestId: '5f1c0a52-2f1c-4b7d-9e8a-9c0412345678',
    identity: {
      cognitoIdentityPoolId: null,
      accountId: null,
      cognitoIdentityId: null,
      caller: null,
      sourceIp: EDGE,
      principalOrgId: null,
      accessKey: null,
      cognitoAuthenticationType: null,
      cognitoAuthenticationProvider: null,
      userArn: null,
      userAgent: 'curl/8.11.1',
      user: null,
    },
    domainName: 'f6g7h8i9j0.execute-api.us-east-1.amazonaws.com',
    deploymentId: 'v99qix',
    apiId: 'f6g7h8i9j0',
  },
});

/** A request for an export from a REST API to a function behind CloudFront, recorded and shortened. */
export const exportEvent = (token: string, headers: Readonly<Record<string, string>>) => {
  const sent = {
    'Accept-Encoding': 'br,gzip',
    Host: 'f6g7h8i9j0.execute-api.us-east-1.amazonaws.com',
    'User-Agent': 'Amazon CloudFront',
    'x-origin-secret': ORIGIN_SECRET,
    'x-viewer-host': 'd111111abcdef8.cloudfront.net',
    ...headers,
  };
  const { methodArn: _, type: __, requestContext, ...event } = authorizerEvent(sent);
  const resource = '/api/v1/exports/{token}';
  const path = resource.replace('{token}', token);
  return {
    ...event,
    resource,
    path,
    httpMethod: 'GET',
    pathParameters: { token },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    requestContext: {
      ...requestContext,
      httpMethod: 'GET',
      resourcePath: resource,
      path: `/live${path}`,
    },
    body: null,
    isBase64Encoded: false,
  };
};

/** Headers as Lambda@Edge functions get them: by lower-case name, each with its original name. */
const edgeHeaders = (headers: Readonly<Record<string, string>>): CloudFrontHeaders =>
  Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), [{ key, value }]]));

/** The origin's response as CloudFront passes it to a Lambda@Edge function, without the body. */
export const originResponseEvent = (
  status: string,
  headers: Readonly<Record<string, string>>,
): CloudFrontResponseEvent => ({
  Records: [
    {
      cf: {
        config: { ...DISTRIBUTION, eventType: 'origin-response', requestId: CLOUDFRONT_REQUEST },
        request: {
          clientIp: VIEWER,
          method: 'POST',
          uri: '/api/v1/assets',
          querystring: '',
          headers: edgeHeaders({
            'X-Forwarded-For': VIEWER,
            'User-Agent': 'curl/8.11.1',
            Via: '2.0 4f1c8e5d0a7b.cloudfront.net (CloudFront)',
            'X-Viewer-Address': VIEWER,
            Host: 'f6g7h8i9j0.execute-api.us-east-1.amazonaws.com',
          }),
          origin: {
            custom: {
              customHeaders: edgeHeaders({ 'x-origin-secret': ORIGIN_SECRET }),
              domainName: 'f6g7h8i9j0.execute-api.us-east-1.amazonaws.com',
              keepaliveTimeout: 5,
              path: '/live',
              port: 443,
              protocol: 'https',
              readTimeout: 30,
              sslProtocols: ['TLSv1.2'],
            },
          },
        },
        response: {
          status,
          statusDescription: status === '200' ? 'OK' : 'Refused',
          headers: edgeHeaders({ Date: 'Sat, 21 Nov 2026 11:00:00 GMT', ...headers }),
        },
      },
    },
  ],
});

interface ViewerRequest {
  readonly method?: string;
  readonly uri: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
  /** Whether it is the distribution of custom domains, whose events name its connection group. */
  readonly isMultiTenant?: boolean;
}

/** A query in CloudFront's format: encoded as it was sent, and repeated parameters with all their values. */
function queryOf(query: string) {
  const values: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const pair of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=');
    const before = values[name];
    const all = [...(before?.multiValue ?? (before ? [{ value: before.value }] : [])), { value }];
    values[name] = all.length > 1 ? { value, multiValue: all } : { value };
  }
  return values;
}

/** What a viewer-request function gets: cookies are separate from the headers. */
export const viewerRequestEvent = ({
  method = 'GET',
  uri,
  headers = {},
  ip = VIEWER,
  isMultiTenant = false,
}: ViewerRequest) => {
  const { cookie, ...others } = { host: DISTRIBUTION.distributionDomainName, ...headers } as Record<
    string,
    string
  >;
  const valuesOf = (pairs: readonly (readonly [string, string])[]) =>
    Object.fromEntries(pairs.map(([name, value]) => [name, { value }]));
  return {
    version: '1.0',
    context: {
      ...(isMultiTenant
        ? { endpoint: DISTRIBUTION.distributionDomainName }
        : { distributionDomainName: DISTRIBUTION.distributionDomainName }),
      distributionId: DISTRIBUTION.distributionId,
      eventType: 'viewer-request',
      requestId: CLOUDFRONT_REQUEST,
    },
    viewer: { ip },
    request: {
      method,
      uri: uri.split('?')[0] ?? '',
      querystring: queryOf(uri.split('?')[1] ?? ''),
      headers: valuesOf(Object.entries(others)),
      cookies: valuesOf(
        (cookie ?? '')
          .split(/;\s*/)
          .filter(Boolean)
          .map(pair => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const),
      ),
    },
  };
};

/** What a viewer-response function gets: the request as above, and the response. */
export const viewerResponseEvent = (headers: Readonly<Record<string, string>>) => {
  const { context, ...event } = viewerRequestEvent({ uri: '/docs' });
  return {
    ...event,
    context: { ...context, eventType: 'viewer-response' },
    response: {
      statusCode: 200,
      statusDescription: 'OK',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      cookies: {},
    },
  };
};
