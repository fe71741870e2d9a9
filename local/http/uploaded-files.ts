import type { IncomingMessage, ServerResponse } from 'node:http';
import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import {
  ASSET_POLICY,
  ASSET_REFERRER_POLICY,
  ASSET_RESOURCE_POLICY,
} from '../../core/assets/asset-headers.ts';
import { type AssetName, assetKey } from '../../core/assets/asset-url.ts';
import { ApiError } from '../../core/kernel/errors.ts';

/** The headers CloudFront adds to every image (`uploadHeaders` of lib/constructs/site-policies.ts). */
const ADDED = {
  'accept-ranges': 'bytes',
  'content-security-policy': ASSET_POLICY,
  'cross-origin-resource-policy': ASSET_RESOURCE_POLICY,
  'referrer-policy': ASSET_REFERRER_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

interface StoredFile {
  readonly body: Buffer;
  readonly etag: string;
  /** Seconds since 1970, the precision of HTTP dates. */
  readonly modified: number;
  readonly headers: Readonly<Record<string, string>>;
}

async function read(s3: S3Client, bucket: string, name: AssetName): Promise<StoredFile> {
  try {
    const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: assetKey(name) }));
    const modified = object.LastModified ?? new Date(0);
    const etag = object.ETag ?? '';
    return {
      body: Buffer.from((await object.Body?.transformToByteArray()) ?? []),
      etag,
      modified: Math.floor(modified.getTime() / 1000),
      headers: {
        'content-type': object.ContentType ?? '',
        'cache-control': object.CacheControl ?? '',
        'last-modified': modified.toUTCString(),
        etag,
        ...ADDED,
      },
    };
  } catch (error) {
    if (error instanceof NoSuchKey) throw new ApiError('not_found', 'There is no image at this URL');
    throw error;
  }
}

const seconds = (date: string | undefined): number => Math.floor(Date.parse(date ?? '') / 1000);

/** Whether the client already has the file (RFC 9110, 13.2.2: a tag takes precedence over a date). */
function isKnown({ headers }: IncomingMessage, { etag, modified }: StoredFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.trim() === '*' || tags.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag);
  }
  return modified <= seconds(headers['if-modified-since']);
}

/** Whether a range applies: not if the client has part of an older file. */
function rangeCounts({ headers }: IncomingMessage, { etag, modified }: StoredFile): boolean {
  const condition = headers['if-range'] as string | undefined;
  return condition === undefined || condition === etag || seconds(condition) === modified;
}

/** A range of bytes, inclusive at both ends as in HTTP. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a `Range` header for a body of `total` bytes. Undefined if it is missing, invalid, or has several ranges: S3
 * then sends everything.
 */
function readRange(header: string | undefined, total: number): Range | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0) return 'unsatisfiable';
    return { first: Math.max(0, total - suffix), last: total - 1 };
  }
  const first = Number(from);
  const last = to === '' ? total - 1 : Math.min(Number(to), total - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= total ? 'unsatisfiable' : { first, last };
}

/** Serves images as S3 does behind CloudFront: conditional requests, one range, HEAD. */
export function createUploadedFiles(s3: S3Client, bucket: string) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    name: AssetName,
    requestId: string,
  ): Promise<void> => {
    const file = await read(s3, bucket, name);
    const headers = { ...file.headers, 'x-request-id': requestId };
    const send = (status: number, body: Buffer, more: Record<string, string> = {}) => {
      response.writeHead(status, { ...headers, ...more, 'content-length': body.length });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (isKnown(request, file)) {
      response.writeHead(304, headers).end();
      return;
    }
    const total = file.body.length;
    const range = rangeCounts(request, file) ? readRange(request.headers.range, total) : undefined;
    if (range === undefined) send(200, file.body);
    else if (range === 'unsatisfiable') send(416, Buffer.alloc(0), { 'content-range': `bytes */${total}` });
    else {
      const { first, last } = range;
      send(206, file.body.subarray(first, last + 1), { 'content-range': `bytes ${first}-${last}/${total}` });
    }
  };
}
