import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { MAX_FILE_BYTES } from '../../../core/assets/file-size.ts';
import { MAX_BODY_BYTES } from '../../../lambdas/assets/upload-protocol.ts';
import { eventually } from '../../support/eventually.ts';
import { png } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { ASSETS, FORM_TYPE, form, sendForm, uploadForm, uploadJson } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

describe('an upload', () => {
  const session = shareSession();

  /** The files of all objects in the fake S3. */
  async function objects(): Promise<string[]> {
    const files = await readdir(`${session.dataDir}/s3`, { recursive: true });
    return files.filter(name => name.includes('%2F')).sort();
  }
  const staged = async () => (await objects()).filter(name => name.includes('staging'));
  const rows = async () => (await session.sql('SELECT count(*)::int FROM assets'))[0].count as number;

  it(`of exactly 5 MB is accepted as a form and as JSON${verifies('assets.at-most-5mb')}`, async () => {
    const bytes = png({ bytes: MAX_FILE_BYTES });
    expect(bytes.length).toBe(5_242_880);
    const byForm = await uploadForm(session.api, bytes, 'image/png');
    expect(byForm.status).toBe(200);
    expect((await uploadJson(session.api, bytes, 'image/png')).body).toEqual(byForm.body);
    const served = await fetch(byForm.body.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it(`of one byte more is a 413 as a form and as JSON, and stores nothing${verifies('errors.413-file-too-large', 'errors.code-payload-too-large', 'assets.one-byte-more-413')}`, async () => {
    const before = [await objects(), await rows()];
    const bytes = png({ bytes: MAX_FILE_BYTES + 1 });
    for (const answer of [await uploadForm(session.api, bytes), await uploadJson(session.api, bytes)]) {
      expect(answer.status).toBe(413);
      expect(answer.body).toMatchObject({
        code: 'payload_too_large',
        resolution: expect.stringContaining('5242880'),
      });
      expect(answer.headers.get('ratelimit')).toMatch(/^"account";r=\d+/);
    }
    expect([await objects(), await rows()]).toEqual(before);
  });

  it('leaves nothing staged, whether or not it was accepted', async () => {
    await uploadForm(session.api, png({ seed: 1 }));
    await uploadForm(session.api, Buffer.from('no image'));
    await sendForm(session.api, form());
    expect(await staged()).toEqual([]);
  });

  /** Sends the head of an upload and optional extra bytes; the socket stays open. */
  function begin(length: string, key = session.key) {
    const { hostname, port } = new URL(session.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${ASSETS} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\ncontent-type: ${FORM_TYPE}\r\n${length}\r\n\r\n`,
    );
    let received = '';
    socket.on('data', chunk => {
      received += chunk;
    });
    socket.on('error', () => {});
    return { socket, received: () => received };
  }

  it('far over the limit is cut off before it is fully sent', async () => {
    const { socket, received } = begin(`content-length: ${MAX_BODY_BYTES + 1}`);
    await eventually(async () => expect(received()).toContain('payload_too_large'));
    expect(received()).toMatch(/^HTTP\/1\.1 413/);
    expect(received()).toMatch(/\r\nconnection: close\r\n/i);
    socket.destroy();

    const unknown = begin('transfer-encoding: chunked');
    const piece = Buffer.alloc(1 << 20, 'x');
    for (let sent = 0; sent <= MAX_BODY_BYTES; sent += piece.length) {
      unknown.socket.write(`${piece.length.toString(16)}\r\n`);
      unknown.socket.write(piece);
      unknown.socket.write('\r\n');
    }
    await eventually(async () =>
      expect(unknown.received()).toMatch(/^HTTP\/1\.1 413[\s\S]*payload_too_large/),
    );
    unknown.socket.destroy();
    expect(await staged()).toEqual([]);
  });

  it('without a key is refused before its body is sent', async () => {
    const { socket, received } = begin('content-length: 5000000', 'nonsense');
    await eventually(async () => expect(received()).toContain('unauthorized'));
    expect(received()).toMatch(/^HTTP\/1\.1 401[\s\S]*www-authenticate: Bearer/i);
    socket.destroy();
  });

  it(`that is interrupted leaves nothing behind${verifies('assets.broken-off-leaves-nothing')}`, async () => {
    const before = [await objects(), await rows()];
    const body = form({ bytes: png({ bytes: 3_000_000 }), type: 'image/png' });
    // Once the request is counted it was admitted, and the server is reading the body.
    const counted = async () =>
      (await session.sql('SELECT sum(cardinality(hits))::int AS hits FROM rate_windows'))[0].hits as number;
    const hits = await counted();
    const { socket } = begin(`content-length: ${body.length}`);
    await new Promise(resolve => socket.write(body.subarray(0, 2_000_000), resolve));
    await eventually(async () => expect(await counted()).toBeGreaterThan(hits));
    socket.destroy();
    await once(socket, 'close');
    // A second upload passes through the same stages, so anything left of the first is done by then.
    expect((await uploadForm(session.api, png({ seed: 2 }))).status).toBe(200);
    const [files, count] = [await objects(), await rows()];
    expect(files.filter(name => !(before[0] as string[]).includes(name))).toHaveLength(1);
    expect(count).toBe((before[1] as number) + 1);
  });
});
