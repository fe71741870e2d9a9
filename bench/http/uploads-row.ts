import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MAX_FILE_BYTES } from '../../core/assets/file-size.ts';
import { inTurn, type RunRow, timed } from '../bench.ts';
import { makeKey } from '../database.ts';
import { compare } from '../finding.ts';
import { startServerProcess, startServers } from './servers.ts';

/** Uploads per cell, one after the other; far below the 120 requests per minute of an account. */
const UPLOADS = 12;

/**
 * Ours writes each file twice and reads it once, in stages as on AWS, while the bare server writes it once. Ours also
 * hashes it, parses a form, and authenticates the caller.
 */
const TARGET = { atMost: 4 } as const;

const BOUNDARY = 'anteroom-bench';

/** A form with a file of 5 MB that starts like a PNG. `renew` turns it into another file. */
function createForm(): { readonly body: Buffer<ArrayBuffer>; renew(): void } {
  const file = Buffer.alloc(MAX_FILE_BYTES);
  file.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0', 'latin1');
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  randomFillSync(file, 33);
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.png"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { body, renew: () => void randomFillSync(body, head.length + 33, 64) };
}

/** An upload of 5 MB vs a bare server that writes the same bytes to the same store. */
export const runUploads: RunRow = async bench => {
  const database = await bench.database();
  const { ours } = await startServers(bench, database);
  const bare = await startServerProcess(bench, new URL('bare-upload-process.ts', import.meta.url), {
    folder: join(bench.folder, 'bare'),
  });
  const form = createForm();
  const headers = {
    authorization: `Bearer ${await makeKey(database, 'assets:write')}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };

  const upload = async (port: number): Promise<void> => {
    form.renew();
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/assets`, {
      method: 'POST',
      headers,
      body: form.body,
      signal: bench.signal,
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`An upload returned ${response.status}`);
  };
  const cell = (port: number, uploads: number) => async () => {
    await database.pool.query('TRUNCATE rate_windows');
    return timed(uploads, () => upload(port))();
  };

  await cell(bare, 3)();
  await cell(ours, 3)();
  const pairs = await inTurn(bench, { reference: cell(bare, UPLOADS), ours: cell(ours, UPLOADS) });
  return [compare({ row: 'uploads', name: 'POST an image of 5 MB', unit: 'ms', target: TARGET }, pairs)];
};
