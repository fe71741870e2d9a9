import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../../core/kernel/errors.ts';
import { acceptedEncoding, compressFast } from './encoding.ts';

/** CloudFront leaves smaller answers as they are. */
const LEAST_BYTES = 1_000;

type Headers = Record<string, string | number | string[]>;

/** Names in lower case, so that ours can be set beside those of a function. */
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

/** Sends what a function returned, HTML compressed as CloudFront would. */
export async function sendResult(
  request: IncomingMessage,
  response: ServerResponse,
  result: APIGatewayProxyStructuredResultV2,
): Promise<void> {
  const headers = headersOf(result);
  const status = result.statusCode ?? 200;
  // A text stays one: Node then writes it in one piece with the headers.
  let body: string | Buffer = result.isBase64Encoded
    ? Buffer.from(result.body ?? '', 'base64')
    : (result.body ?? '');
  if (body.length > LEAST_BYTES && isHtml(headers) && headers['content-encoding'] === undefined) {
    body = await compress(request, headers, body);
  }
  if (status !== 204 && status !== 304) headers['content-length'] = Buffer.byteLength(body);
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || body.length === 0) response.end();
  else response.end(body);
}

/** The whole answer to an error that no function answered, in the form of every other (specification section 7). */
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

/** Sends such an answer; one that is under way already is broken off. */
export function sendError(response: ServerResponse, error: ApiError, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { headers, body } = errorAnswer(error, requestId);
  response.writeHead(error.status, headers);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
