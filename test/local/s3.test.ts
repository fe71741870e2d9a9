import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { afterEach, expect, it } from '@jest/globals';
import { createS3Client } from '../../adapters/s3/client.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { BUCKET, STAGING_BUCKET, startS3 } from '../../local/stand-ins/s3.ts';
import { REGION } from '../../local/stand-ins/stand-in.ts';
import { temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function openFolder(): Promise<string> {
  const folder = await temporaryFolder();
  cleanup.add(() => folder.remove());
  return join(folder.path, 's3');
}

/** The official S3 client, and the stand-in that it talks to. */
async function open(folder: string) {
  const s3 = await startS3(folder);
  const client = createS3Client({ region: REGION, endpoint: s3.endpoint }, 1);
  const stop = async () => {
    client.destroy();
    await s3.stop();
  };
  cleanup.add(stop);
  const put = (Key: string, Body: Buffer, more: Partial<PutObjectCommandInput> = {}) =>
    client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
  const get = async (Key: string, Bucket = BUCKET) => {
    const { Body, ...object } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return { ...object, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
  };
  return { client, put, get, stop };
}

it('keeps an object with its headers, byte for byte', async () => {
  const { put, get } = await open(await openFolder());
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, index) => index % 256));
  await put('assets/é a.png', bytes, {
    ContentType: 'image/png',
    CacheControl: 'max-age=1',
    Metadata: { ticket: 'abc' },
  });
  const object = await get('assets/é a.png');
  expect(object.bytes.equals(bytes)).toBe(true);
  expect(object).toMatchObject({
    ContentType: 'image/png',
    CacheControl: 'max-age=1',
    Metadata: { ticket: 'abc' },
    ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
  expect(Math.abs(Date.now() - Number(object.LastModified))).toBeLessThan(60_000);
});

it('writes an object only once if the client asks for that', async () => {
  const { put, get } = await open(await openFolder());
  await put('a', Buffer.from('first'), { IfNoneMatch: '*' });
  await expect(put('a', Buffer.from('second'), { IfNoneMatch: '*' })).rejects.toMatchObject({
    name: 'PreconditionFailed',
  });
  expect((await get('a')).bytes.toString()).toBe('first');
});

it('deletes one object or many, and can repeat that without an error', async () => {
  const { client, put, get } = await open(await openFolder());
  const keys = ['one', 'two & <three>', 'four'];
  for (const key of keys) await put(key, Buffer.from(key));
  for (let repeat = 0; repeat < 2; repeat++) {
    const Objects = keys.slice(0, 2).map(Key => ({ Key }));
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet: true } }),
    );
    expect(Errors).toBeUndefined();
  }
  for (const key of keys.slice(0, 2)) await expect(get(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect((await get('four')).bytes.toString()).toBe('four');
  await client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'four' }));
  await expect(get('four')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

it(`keeps images across a restart, but no unfinished upload of a killed server${verifies('assets.broken-off-leaves-nothing')}`, async () => {
  const folder = await openFolder();
  const first = await open(folder);
  await first.put('assets/kept', Buffer.from('bytes'));
  await first.put('staging/left', Buffer.from('bytes'), { Bucket: STAGING_BUCKET });
  await first.stop();

  const second = await open(folder);
  expect((await second.get('assets/kept')).bytes.toString()).toBe('bytes');
  await expect(second.get('staging/left', STAGING_BUCKET)).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(await readdir(join(folder, STAGING_BUCKET))).toEqual([]);
});

it('makes its files readable only by the user who runs it', async () => {
  const folder = await openFolder();
  await open(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
