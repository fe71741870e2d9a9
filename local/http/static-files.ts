import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteFile } from '../../lib/build/site-file.ts';
import { acceptedEncoding, compressWell, type Encoding } from './encoding.ts';

/** Compressing smaller files, or types that are compressed already, gains nothing. */
const LEAST_BYTES = 1_000;
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml)|image\/svg)/;

interface PreparedFile {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly encoded: Partial<Record<Encoding, Buffer>>;
}

/** A file that may be compressed already. */
interface EncodedFile extends SiteFile {
  readonly encoded?: { readonly br: Buffer; readonly gzip: Buffer };
}

async function prepare(file: EncodedFile): Promise<PreparedFile> {
  const { body, contentType, cacheControl, headers } = file;
  const compressible = body.length >= LEAST_BYTES && COMPRESSIBLE.test(contentType);
  const encode = async () => {
    const [br, gzip] = await Promise.all([compressWell.br(body), compressWell.gzip(body)]);
    return { br, gzip };
  };
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
    encoded: compressible ? (file.encoded ?? (await encode())) : {},
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: PreparedFile,
  requestId: string,
): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'] as string | undefined);
  const encoded = encoding && file.encoded[encoding];
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

/** Answers `GET` and `HEAD` for a static file; false when the path has none. */
export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  requestId: string,
) => boolean;

/** Holds every file in memory, compressed beforehand. */
export async function createStaticFiles(files: ReadonlyMap<string, SiteFile>): Promise<StaticFiles> {
  const prepared = new Map(
    await Promise.all([...files].map(async ([path, file]) => [path, await prepare(file)] as const)),
  );
  return (request, response, path, requestId) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const file = prepared.get(path);
    if (!file) return false;
    send(request, response, file, requestId);
    return true;
  };
}
