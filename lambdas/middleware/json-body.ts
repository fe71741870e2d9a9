import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError } from '../../core/kernel/errors.ts';
import { header } from './api-request.ts';

export const isJson = (contentType: string): boolean =>
  /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType);

/** Invalid UTF-8 is an error, not silently replaced. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's JSON object.
 * @throws {ApiError} `unsupported_media_type` for another content type, `invalid_json` if it is not an
 * object
 */
export function jsonBody(event: APIGatewayProxyEventV2): Record<string, unknown> {
  if (!isJson(header(event, 'content-type') ?? '')) {
    throw new ApiError('unsupported_media_type', 'The body must be JSON', {
      resolution: 'Send the header "Content-Type: application/json" and a JSON object.',
    });
  }
  refuseCompressed(event);
  return jsonOfAnyType(event);
}

/**
 * Reads a request's JSON object, whatever its content type is: that of a beacon is text.
 * @throws {ApiError} `invalid_json` if it is not an object
 */
export function jsonOfAnyType({
  body = '',
  isBase64Encoded,
}: APIGatewayProxyEventV2): Record<string, unknown> {
  return parseJsonObject(isBase64Encoded ? Buffer.from(body, 'base64') : body);
}

/** @throws {ApiError} for a body that is compressed */
export function refuseCompressed(event: APIGatewayProxyEventV2): void {
  const encoding = header(event, 'content-encoding') ?? 'identity';
  if (/^\s*(identity)?\s*$/i.test(encoding)) return;
  throw new ApiError('unsupported_media_type', 'The body is compressed', {
    resolution: 'Send the body as it is, without the Content-Encoding header.',
  });
}

/**
 * Parses a JSON object.
 * @throws {ApiError} `invalid_json` if it is not an object
 */
export function parseJsonObject(body: string | Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    // Some systems write a byte order mark first; the decoder drops it too.
    value = JSON.parse(typeof body === 'string' ? body.replace(/^\ufeff/, '') : utf8.decode(body));
  } catch (cause) {
    // The parser's message quotes the body, so it is neither sent nor logged.
    const reason = cause instanceof TypeError ? 'it is not UTF-8' : 'it does not parse';
    throw new ApiError('invalid_json', `The body is not valid JSON: ${reason}`, {
      resolution: 'Send one JSON object.',
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('invalid_json', 'The body must be a JSON object', {
      resolution: 'Send one JSON object.',
    });
  }
  return value as Record<string, unknown>;
}
