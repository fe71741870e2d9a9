import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request as the router sees it. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly sourceIp: string;
  readonly method: string;
  /** Not decoded. */
  readonly path: string;
  readonly rawQueryString: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
  readonly body: Buffer;
}

/** Types that API Gateway passes on as text; it encodes any other body in base64. */
const TEXT = /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b)/i;

/** API Gateway joins repeated parameters and headers with commas. */
function queryStringParameters(rawQueryString: string): Record<string, string> | undefined {
  if (rawQueryString === '') return undefined;
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : `${before},${value}`;
  }
  return { ...parameters };
}

function headersOf(request: IncomingMessage): { headers: Record<string, string>; cookies?: string[] } {
  const { cookie, ...headers } = request.headers as Record<string, string>;
  return cookie === undefined ? { headers } : { headers, cookies: cookie.split(/;\s*/) };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
let second = { at: 0, text: '' };

/** `12/Mar/2020:19:03:58 +0000`, computed once a second. */
function accessTime(now: number): string {
  const at = Math.floor(now / 1000);
  if (second.at !== at) {
    const [date = '', time = ''] = new Date(now).toISOString().split('T');
    const [year, month, day] = date.split('-');
    second = { at, text: `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000` };
  }
  return second.text;
}

/** API Gateway decodes the path, but not the query. */
function decoded(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

/** The event for a request (HTTP API, payload format 2.0). */
export function toEvent(routed: RoutedRequest): APIGatewayProxyEventV2 {
  const { request, requestId, sourceIp, method, rawQueryString, routeKey, pathParameters, body } = routed;
  const rawPath = decoded(routed.path);
  const { headers, cookies } = headersOf(request);
  const query = queryStringParameters(rawQueryString);
  const now = Date.now();
  const asText = body.length > 0 && TEXT.test(headers['content-type'] ?? '') && isUtf8(body);
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    ...(pathParameters && { pathParameters }),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: 'local',
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: accessTime(now),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(asText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !asText,
  };
}
