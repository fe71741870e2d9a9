import { mkdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAwsServices } from '../../local/aws-services.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { openMailbox } from '../../local/mailbox.ts';
import { startSes } from '../../local/ses-service.ts';
import { temporaryFolder } from '../support/local-process.ts';

describe('the stand-ins of AWS', () => {
  const cleanup = new Cleanup();
  const endpoints: Record<string, string> = {};
  let folder: string;

  beforeAll(async () => {
    const temporary = await temporaryFolder();
    cleanup.add(() => temporary.remove());
    folder = temporary.path;
    // As an earlier version left it.
    await mkdir(join(folder, 's3'), { mode: 0o755 });
    const mailbox = await openMailbox(join(folder, 'mail.jsonl'));
    cleanup.add(() => mailbox.close());
    endpoints.aws = (await cleanup.track(startAwsServices(folder))).endpoint;
    endpoints.ses = (await cleanup.track(startSes({ mailbox }))).endpoint;
  });
  afterAll(() => cleanup.run());

  const status = (endpoint: string, method: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(endpoint, { method, headers }, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it.each(['aws', 'ses'])('refuse what a page of a stranger has a browser send: %s', async name => {
    const endpoint = endpoints[name] ?? '';
    const { port } = new URL(endpoint);
    const own = { host: `127.0.0.1:${port}` };
    for (const method of ['GET', 'POST', 'PUT']) {
      for (const headers of [
        { host: `evil.example:${port}` },
        { host: `localhost.evil.example:${port}` },
        { ...own, origin: 'https://evil.example' },
        { ...own, origin: 'null' },
        { ...own, 'sec-fetch-site': 'cross-site' },
      ]) {
        expect(await status(endpoint, method, headers)).toBe(421);
      }
      expect(await status(endpoint, method, own)).not.toBe(421);
      expect(await status(endpoint, method, { host: `localhost:${port}` })).not.toBe(421);
    }
  });

  it('keep stored files to the one who runs them', async () => {
    expect((await stat(join(folder, 's3'))).mode & 0o777).toBe(0o700);
  });
});
