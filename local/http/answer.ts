import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../../core/kernel/errors.ts';
import { acceptedEncoding, compressFast } from './encoding.ts';
import { drainBody, isArriving } from './read-body.ts';

/** CloudFront does not compress smaller responses. */
const LEAST_BYTES = 1_000;

type Headers = Record<string, string | number | string[]>;

/**
 * Sends a whole response. While the request's body is still arriving, the connection stays open for the rest of it:
 * closed too early, it resets, and the client sees that instead of the response.
 */
export function respond(
  response: ServerResponse,
  status: number,
  headers: Headers,
  body: string | Buffer,
): void {
  const { req: request } = response;
  const sent = request.method === 'HEAD' || body.length === 0 ? undefined : body;
  const isEarly = isArriving(request);
  if (isEarly) response.shouldKeepAlive = false;
  response.writeHead(status, headers);
  if (!isEarly) {
    response.end(sent);
    return;
  }
  if (sent === undefined) response.flushHeaders();
  else response.write(sent);
  void drainBody(request).then(() => response.end());
}

/** The headers of a function, with lowercase names so that we can replace them. */
function headersOf({ headers, cookies }: APIGatewayProxyStructuredResultV2): Headers {
  const lower: Headers = {};
  for (const [name, value] of Object.entries(headers ?? {})) lower[name.toLowerCase()] = String(value);
  if (cookies && cookies.length > 0) lower['set-cookie'] = cookies;
  return lower;
}

const isHtml = (headers: Headers): boolean => String(headers['content-type'] ?? '').startsWith('text/html');

async function compress(
  request: IncomingMessage,
  headers: Headers,
  body: string | Buffer,
): Promise<string | Buffer> {
  headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`;
  const encoding = acceptedEncoding(request.headers['accept-encoding'] as string | undefined);
  if (!encoding) return body;
  headers['content-encoding'] = encoding;
  return compressFast[encoding](Buffer.from(body));
}

/** Sends a function's response, with HTML compressed as CloudFront does. */
export async function sendResult(
  request: IncomingMessage,
  response: ServerResponse,
  result: APIGatewayProxyStructuredResultV2,
): Promise<void> {
  const headers = headersOf(result);
  const status = result.statusCode ?? 200;
  // Text stays a string: Node then writes it in one piece with the headers.
  let body: string | Buffer = result.isBase64Encoded
    ? Buffer.from(result.body ?? '', 'base64')
    : (result.body ?? '');
  if (body.length > LEAST_BYTES && isHtml(headers) && headers['content-encoding'] === undefined) {
    body = await compress(request, headers, body);
  }
  if (status !== 204 && status !== 304) headers['content-length'] = Buffer.byteLength(body);
  respond(response, status, headers, body);
}

/** The response to an error outside the functions (spec section 7). */
export function errorAnswer(error: ApiError, requestId: string): { headers: Headers; body: Buffer } {
  const body = Buffer.from(JSON.stringify(error.toBody(requestId)));
  const headers = {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    'access-control-allow-origin': '*',
  };
  return { headers, body };
}

/** Sends an error, or aborts a response that has started. */
export function sendError(response: ServerResponse, error: ApiError, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { headers, body } = errorAnswer(error, requestId);
  respond(response, error.status, headers, body);
}
