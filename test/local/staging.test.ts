import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { startAwsServices } from '../../local/aws-services.ts';
import { verifies } from '../support/verifies.ts';

it(`keeps images over a restart, and nothing that an upload left when the server was killed${verifies('assets.broken-off-leaves-nothing')}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-staging-'));
  try {
    const first = await startAwsServices(folder);
    const paths = [`${first.bucket}/assets/kept`, `${first.stagingBucket}/staging/left`];
    for (const path of paths) {
      expect((await fetch(`${first.endpoint}/${path}`, { method: 'PUT', body: 'bytes' })).status).toBe(200);
    }
    await first.stop();
    const second = await startAwsServices(folder);
    const found = await Promise.all(
      paths.map(async path => (await fetch(`${second.endpoint}/${path}`)).status),
    );
    await second.stop();
    expect(found).toEqual([200, 404]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
