import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteFile } from '../../lib/build/site-file.ts';
import { acceptedEncoding, compressWell, type Encoding } from './encoding.ts';

/** Smaller files, and types that are compressed already, gain nothing from compression. */
const LEAST_BYTES = 1_000;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml)|image\/svg)/;

interface PreparedFile {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  /** Compressed on the first request for that encoding; undefined if that gains nothing. */
  readonly encode: ((encoding: Encoding) => Promise<Buffer>) | undefined;
}

function prepare({ body, contentType, cacheControl, headers }: SiteFile): PreparedFile {
  const compressible = body.length >= LEAST_BYTES && COMPRESSIBLE.test(contentType);
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    headers: {
      'content-type': contentType,
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
      ...headers,
      ...(compressible && { vary: 'accept-encoding' }),
    },
    plain: body,
    encode: compressible
      ? encoding => {
          encoded[encoding] ??= compressWell[encoding](body);
          return encoded[encoding];
        }
      : undefined,
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: PreparedFile,
  requestId: string,
): Promise<void> {
  const encoding = acceptedEncoding(request.headers['accept-encoding'] as string | undefined);
  const encoded = encoding && (await file.encode?.(encoding));
  const body = encoded ?? file.plain;
  // Each encoding is its own representation, so it needs its own tag.
  const etag = encoded ? `"${file.etag}-${encoding}"` : `"${file.etag}"`;
  const headers = {
    ...file.headers,
    etag,
    'x-request-id': requestId,
    ...(encoded && { 'content-encoding': encoding }),
  };
  if (request.headers['if-none-match']?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Answers `GET` and `HEAD` for a static file; undefined if there is none at the path. */
export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  requestId: string,
) => Promise<void> | undefined;

/** Holds every file in memory. */
export function createStaticFiles(files: ReadonlyMap<string, SiteFile>): StaticFiles {
  const prepared = new Map([...files].map(([path, file]) => [path, prepare(file)] as const));
  return (request, response, path, requestId) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const file = prepared.get(path);
    return file && send(request, response, file, requestId);
  };
}
