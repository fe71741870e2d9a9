import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../../core/markup/escape.ts';
import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from './stand-in.ts';
import { readXml } from './xml.ts';

export const BUCKET = 'anteroom-assets';
/** For bodies of uploads until they are processed. */
export const STAGING_BUCKET = 'anteroom-staging';

const KEPT_HEADER = /^(content-type|cache-control|x-amz-meta-.*)$/;

const xmlAnswer = (status: number, body: string): StandInAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

const refusal = (status: number, code: string): StandInAnswer =>
  xmlAnswer(status, `<Error><Code>${code}</Code><Message>${escapeHtml(code)}</Message></Error>`);

/** An object is one file: its headers as a line of JSON, then its bytes. It is written atomically. */
async function put(file: string, { headers, body }: StandInRequest): Promise<StandInAnswer> {
  if (headers['if-none-match'] === '*' && existsSync(file)) return refusal(412, 'PreconditionFailed');
  const kept = Object.entries(headers).filter(([name]) => KEPT_HEADER.test(name));
  const draft = `${file}.${randomUUID()}`;
  const head = Buffer.from(`${JSON.stringify(Object.fromEntries(kept))}\n`);
  await writeFile(draft, Buffer.concat([head, body]), { flush: true });
  await rename(draft, file);
  return {};
}

async function get(file: string): Promise<StandInAnswer> {
  if (!existsSync(file)) return refusal(404, 'NoSuchKey');
  const [content, { mtime }] = await Promise.all([readFile(file), stat(file)]);
  const end = content.indexOf('\n');
  const body = content.subarray(end + 1);
  const headers = {
    ...JSON.parse(content.subarray(0, end).toString()),
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    'last-modified': mtime.toUTCString(),
    'content-length': String(body.length),
  };
  return { headers, body };
}

/** Starts the S3 stand-in: the operations that the service uses, on files in `folder`. */
export async function startS3(folder: string): Promise<StandIn> {
  // Uploads left by a killed server; on AWS a lifecycle rule deletes them.
  await rm(join(folder, STAGING_BUCKET), { recursive: true, force: true });
  for (const bucket of [BUCKET, STAGING_BUCKET]) await mkdir(join(folder, bucket), { recursive: true });
  await chmod(folder, 0o700);

  return startStandIn(async request => {
    const [, bucket = '', ...rest] = request.path.split('/');
    const fileOf = (key: string) => join(folder, bucket, encodeURIComponent(key));
    const key = decodeURIComponent(rest.join('/'));
    if (bucket !== BUCKET && bucket !== STAGING_BUCKET) return refusal(404, 'NoSuchBucket');
    if (request.method === 'POST' && request.query.has('delete')) {
      const keys = readXml(request.body.toString())('Delete/Object/Key');
      await Promise.all(keys.map(each => rm(fileOf(each), { force: true })));
      return xmlAnswer(200, '<DeleteResult/>');
    }
    if (request.method === 'PUT') return put(fileOf(key), request);
    if (request.method === 'GET') return get(fileOf(key));
    if (request.method !== 'DELETE') return refusal(405, 'MethodNotAllowed');
    await rm(fileOf(key), { force: true });
    return { status: 204 };
  });
}
