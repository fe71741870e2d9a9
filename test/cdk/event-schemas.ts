import { createHash } from 'node:crypto';
import * as z from 'zod';

/**
 * The known events that AWS sends to functions. This service has not run on AWS yet, so the members are from events
 * that others recorded and published (the parser tests of Powertools for AWS Lambda, issue reports with whole events,
 * AWS's comparison of its test tool with deployed APIs), and from AWS's documentation. Objects are strict: an extra
 * member is as wrong as a missing one.
 */

const Account = z.string().regex(/^\d{12}$/);
/** `21/Nov/2026:11:00:00 +0000` */
const AccessTime = z.string().regex(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
const Millis = z.string().regex(/^\d{13}$/);
const LowerCase = z.string().refine(name => name === name.toLowerCase());

const joined = (query: string): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    values[name] = values[name] === undefined ? value : `${values[name]},${value}`;
  }
  return values;
};

/** Whether two timestamps are in the same second. */
const sameSecond = (access: string, epoch: number): boolean => {
  const [day, month, rest = ''] = access.split('/');
  const [year, ...time] = rest.split(' ')[0]?.split(':') ?? [];
  return Math.floor(epoch / 1000) === Date.parse(`${day} ${month} ${year} ${time.join(':')} GMT`) / 1000;
};

/**
 * HTTP API, payload format 2.0. Missing parts are omitted: no null, no empty object. Header names are in lower case,
 * repeated headers joined, and cookies separate. The path and its parameters are decoded, the query is not.
 */
export const HttpEvent = z
  .strictObject({
    version: z.literal('2.0'),
    routeKey: z.string().regex(/^(\$default|[A-Z]+ \/\S*)$/),
    rawPath: z.string().startsWith('/'),
    rawQueryString: z.string().regex(/^(?!\?)[\x21-\x7e]*$/),
    cookies: z
      .array(z.string().regex(/^[^;\s=]+=[^;]*$/))
      .min(1)
      .optional(),
    headers: z.record(
      LowerCase.refine(name => name !== 'cookie'),
      z.string(),
    ),
    queryStringParameters: z
      .record(z.string(), z.string())
      .refine(parameters => Object.keys(parameters).length > 0)
      .optional(),
    pathParameters: z
      .record(z.string(), z.string())
      .refine(parameters => Object.keys(parameters).length > 0)
      .optional(),
    requestContext: z.strictObject({
      accountId: z.string(),
      apiId: z.string(),
      domainName: z.string(),
      domainPrefix: z.string(),
      http: z.strictObject({
        method: z.string().regex(/^[A-Z]+$/),
        path: z.string().startsWith('/'),
        protocol: z.string().startsWith('HTTP/'),
        sourceIp: z.union([z.ipv4(), z.ipv6()]),
        userAgent: z.string(),
      }),
      requestId: z.string().min(1),
      routeKey: z.string(),
      stage: z.literal('$default'),
      time: AccessTime,
      timeEpoch: z.int(),
    }),
    body: z.string().min(1).optional(),
    isBase64Encoded: z.boolean(),
  })
  .refine(({ rawPath, requestContext }) => rawPath === requestContext.http.path, 'both paths agree')
  .refine(({ routeKey, requestContext }) => routeKey === requestContext.routeKey, 'both route keys agree')
  .refine(({ requestContext: { time, timeEpoch } }) => sameSecond(time, timeEpoch), 'both times agree')
  .refine(
    ({ rawQueryString, queryStringParameters = {} }) =>
      JSON.stringify(joined(rawQueryString)) === JSON.stringify(queryStringParameters),
    'the parameters match the query, with repeated ones joined by commas',
  )
  .refine(({ body, isBase64Encoded }) => body !== undefined || !isBase64Encoded, 'nothing is not encoded');

/** What a REST API tells a function or an authorizer about a request. */
const RestContext = z
  .strictObject({
    resourceId: z.string(),
    resourcePath: z.string(),
    httpMethod: z.string(),
    extendedRequestId: z.string(),
    requestTime: AccessTime,
    path: z.string(),
    accountId: Account,
    protocol: z.string(),
    stage: z.string(),
    domainPrefix: z.string(),
    requestTimeEpoch: z.int(),
    requestId: z.uuid(),
    identity: z.strictObject({
      cognitoIdentityPoolId: z.null(),
      accountId: z.null(),
      cognitoIdentityId: z.null(),
      caller: z.null(),
      sourceIp: z.ipv4(),
      principalOrgId: z.null(),
      accessKey: z.null(),
      cognitoAuthenticationType: z.null(),
      cognitoAuthenticationProvider: z.null(),
      userArn: z.null(),
      userAgent: z.string(),
      user: z.null(),
    }),
    domainName: z.string(),
    deploymentId: z.string(),
    apiId: z.string(),
  })
  .refine(
    ({ requestTime, requestTimeEpoch }) => sameSecond(requestTime, requestTimeEpoch),
    'both times agree',
  );

const hasStage = ({
  path,
  requestContext,
}: {
  path: string;
  requestContext: { path: string; stage: string };
}): boolean => requestContext.path === `/${requestContext.stage}${path}`;

/** What a REST API sends to an authorizer of type REQUEST: empty objects where a proxy integration has null. */
export const AuthorizerEvent = z
  .strictObject({
    type: z.literal('REQUEST'),
    methodArn: z
      .string()
      .regex(/^arn:aws:execute-api:[a-z0-9-]+:\d{12}:[a-z0-9]+\/[^/]+\/(GET|POST|PUT|PATCH|DELETE)\//),
    resource: z.string(),
    path: z.string(),
    httpMethod: z.string(),
    headers: z.record(z.string(), z.string()),
    multiValueHeaders: z.record(z.string(), z.array(z.string())),
    queryStringParameters: z.record(z.string(), z.string()),
    multiValueQueryStringParameters: z.record(z.string(), z.array(z.string())),
    pathParameters: z.record(z.string(), z.string()),
    stageVariables: z.record(z.string(), z.string()),
    requestContext: RestContext,
  })
  .refine(hasStage, 'the path has the stage in the context');

/** A request from a REST API to a function (proxy integration): missing parts are null, not omitted. */
export const RestEvent = z
  .strictObject({
    resource: z.string().startsWith('/'),
    path: z.string().startsWith('/'),
    httpMethod: z.string(),
    headers: z.record(z.string(), z.string()),
    multiValueHeaders: z.record(z.string(), z.array(z.string())),
    queryStringParameters: z.record(z.string(), z.string()).nullable(),
    multiValueQueryStringParameters: z.record(z.string(), z.array(z.string())).nullable(),
    pathParameters: z.record(z.string(), z.string()).nullable(),
    stageVariables: z.record(z.string(), z.string()).nullable(),
    requestContext: RestContext,
    body: z.string().nullable(),
    isBase64Encoded: z.boolean(),
  })
  .refine(hasStage, 'the path has the stage in the context')
  .refine(
    ({ resource, requestContext }) => resource === requestContext.resourcePath,
    'the resource is the same in the context',
  )
  .refine(
    ({ resource, path, pathParameters }) =>
      path === resource.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters?.[name] ?? ''),
    'the path is the resource with its parameters',
  );

/** A batch from a standard queue. Numbers are strings, and the digest is of the body. */
export const QueueEvent = z.strictObject({
  Records: z
    .array(
      z
        .strictObject({
          messageId: z.uuid(),
          receiptHandle: z.string().min(1),
          body: z.string().min(1),
          attributes: z.strictObject({
            ApproximateReceiveCount: z.string().regex(/^\d+$/),
            AWSTraceHeader: z.string().startsWith('Root=1-').optional(),
            SentTimestamp: Millis,
            SenderId: z.string(),
            ApproximateFirstReceiveTimestamp: Millis,
          }),
          messageAttributes: z.strictObject({}),
          md5OfBody: z.string(),
          eventSource: z.literal('aws:sqs'),
          eventSourceARN: z.string().regex(/^arn:aws:sqs:[a-z0-9-]+:\d{12}:[\w-]+$/),
          awsRegion: z.string(),
        })
        .refine(
          ({ body, md5OfBody }) => md5OfBody === createHash('md5').update(body).digest('hex'),
          'the digest',
        )
        .refine(({ awsRegion, eventSourceARN }) => eventSourceARN.split(':')[3] === awsRegion, 'one region'),
    )
    .min(1)
    .max(10),
});

const BusEvent = {
  version: z.literal('0'),
  id: z.uuid(),
  account: Account,
  // Seconds; only times in `detail` have milliseconds.
  time: z.iso.datetime({ precision: 0 }),
  region: z.string(),
};

/** What a schedule rule sends. */
export const ScheduleEvent = z.strictObject({
  ...BusEvent,
  'detail-type': z.literal('Scheduled Event'),
  source: z.literal('aws.events'),
  resources: z.array(z.string().regex(/^arn:aws:events:[a-z0-9-]+:\d{12}:rule\//)).length(1),
  detail: z.strictObject({}),
});

const SesMail = z.strictObject({
  timestamp: z.iso.datetime({ precision: 3 }),
  source: z.string(),
  sourceArn: z.string(),
  sendingAccountId: Account,
  messageId: z.string(),
  destination: z.array(z.string()),
  headersTruncated: z.boolean(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  commonHeaders: z.strictObject({
    from: z.array(z.string()),
    to: z.array(z.string()),
    messageId: z.string(),
    subject: z.string(),
  }),
  tags: z.record(z.string(), z.array(z.string())),
});

const SesBounce = z.strictObject({
  feedbackId: z.string(),
  bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']),
  bounceSubType: z.string(),
  bouncedRecipients: z.array(
    z.strictObject({
      emailAddress: z.string(),
      action: z.string(),
      status: z.string(),
      diagnosticCode: z.string(),
    }),
  ),
  timestamp: z.iso.datetime({ precision: 3 }),
  reportingMTA: z.string(),
});

const SesComplaint = z.strictObject({
  feedbackId: z.string(),
  complaintSubType: z.string().nullable(),
  complainedRecipients: z.array(z.strictObject({ emailAddress: z.string() })),
  timestamp: z.iso.datetime({ precision: 3 }),
  userAgent: z.string().optional(),
  complaintFeedbackType: z.string().optional(),
  arrivalDate: z.iso.datetime({ precision: 3 }).optional(),
});

const sesEventOf = (detailType: string, eventType: string, member: Record<string, z.ZodType>) =>
  z.strictObject({
    ...BusEvent,
    'detail-type': z.literal(detailType),
    source: z.literal('aws.ses'),
    resources: z.array(z.string()),
    detail: z.strictObject({ eventType: z.literal(eventType), mail: SesMail, ...member }),
  });

/** What SES puts on the default bus. The event's detail type differs from the event type inside. */
export const SesEvent = z.union([
  sesEventOf('Email Bounced', 'Bounce', { bounce: SesBounce }),
  sesEventOf('Email Complaint Received', 'Complaint', { complaint: SesComplaint }),
]);

const EdgeHeaders = z
  .record(LowerCase, z.array(z.strictObject({ key: z.string(), value: z.string() })).min(1))
  .refine(
    headers =>
      Object.entries(headers).every(([name, sent]) => sent.every(each => each.key.toLowerCase() === name)),
    'by their lower-case names',
  );

/** Lambda@Edge, origin response, from an origin that is not a bucket. The status is a string. */
export const OriginResponseEvent = z.strictObject({
  Records: z
    .array(
      z.strictObject({
        cf: z.strictObject({
          config: z.strictObject({
            distributionDomainName: z.string().endsWith('.cloudfront.net'),
            distributionId: z.string(),
            eventType: z.literal('origin-response'),
            requestId: z.string(),
          }),
          request: z.strictObject({
            clientIp: z.ipv4(),
            method: z.string(),
            uri: z.string(),
            querystring: z.string(),
            headers: EdgeHeaders,
            origin: z.strictObject({
              custom: z.strictObject({
                customHeaders: EdgeHeaders,
                domainName: z.string(),
                keepaliveTimeout: z.int(),
                path: z.string(),
                port: z.int(),
                protocol: z.enum(['http', 'https']),
                readTimeout: z.int(),
                sslProtocols: z.array(z.string()),
              }),
            }),
          }),
          response: z.strictObject({
            status: z.string().regex(/^\d{3}$/),
            statusDescription: z.string(),
            headers: EdgeHeaders,
          }),
        }),
      }),
    )
    .length(1),
});

const Values = z.record(
  z.string(),
  z.strictObject({
    value: z.string(),
    multiValue: z.array(z.strictObject({ value: z.string() })).optional(),
  }),
);
const HeaderValues = Values.refine(
  headers => Object.keys(headers).every(name => name === name.toLowerCase()) && !('cookie' in headers),
  'in lower case, the cookies apart',
);
const EdgeContext = { distributionId: z.string(), requestId: z.string() };

/**
 * CloudFront Functions, version 1.0. A multi-tenant distribution has its connection group's domain instead of its own.
 */
export const ViewerEvent = z.strictObject({
  version: z.literal('1.0'),
  context: z.union([
    z.strictObject({
      ...EdgeContext,
      eventType: z.enum(['viewer-request', 'viewer-response']),
      distributionDomainName: z.string(),
    }),
    z.strictObject({
      ...EdgeContext,
      eventType: z.enum(['viewer-request', 'viewer-response']),
      endpoint: z.string(),
    }),
  ]),
  viewer: z.strictObject({ ip: z.union([z.ipv4(), z.ipv6()]) }),
  request: z.strictObject({
    method: z.string(),
    uri: z.string().regex(/^\/[^?]*$/),
    querystring: Values,
    headers: HeaderValues,
    cookies: Values,
  }),
  response: z
    .strictObject({
      statusCode: z.int(),
      statusDescription: z.string(),
      headers: HeaderValues,
      cookies: Values,
    })
    .optional(),
});
