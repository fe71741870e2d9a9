import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Bytes, picture, png } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { uploadForm } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /assets/{hash}.{type}', () => {
  const bytes = png({ seed: 9 });
  const session = shareSession();
  let url: string;
  beforeAll(async () => {
    url = (await uploadForm(session.api, bytes)).body.url;
  });

  const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
  const bodyOf = async (response: Response): Promise<Bytes> => Buffer.from(await response.arrayBuffer());

  it('sends ETag, Last-Modified and Content-Length, also for HEAD', async () => {
    const whole = await get();
    const head = await get({}, 'HEAD');
    expect((await bodyOf(head)).length).toBe(0);
    for (const name of ['etag', 'last-modified', 'content-length', 'content-type', 'accept-ranges']) {
      expect(whole.headers.get(name)).toBeTruthy();
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('answers 304 when the client already has it', async () => {
    const { headers } = await get();
    const etag = headers.get('etag') ?? '';
    const date = headers.get('last-modified') ?? '';
    for (const known of [
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': date },
    ]) {
      const response = await get(known);
      expect([response.status, (await bodyOf(response)).length]).toEqual([304, 0]);
    }
    expect((await get({ 'if-none-match': '"other"', 'if-modified-since': date })).status).toBe(200);
  });

  it.each<[string, number, number, number]>([
    ['bytes=0-3', 206, 0, 4],
    ['bytes=10-', 206, 10, bytes.length],
    ['bytes=-5', 206, bytes.length - 5, bytes.length],
    ['bytes=2-999999', 206, 2, bytes.length],
    ['bytes=-999999', 206, 0, bytes.length],
    ['bytes=0-1,4-5', 200, 0, bytes.length],
    ['bytes=5-2', 200, 0, bytes.length],
    ['nonsense', 200, 0, bytes.length],
    ['bytes=999999-', 416, 0, 0],
    ['bytes=-0', 416, 0, 0],
  ])('answers Range: %s with %i', async (range, status, from, to) => {
    const response = await get({ range });
    expect(response.status).toBe(status);
    expect((await bodyOf(response)).equals(bytes.subarray(from, to))).toBe(true);
    if (status === 206) {
      expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
    }
    if (status === 416) expect(response.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  });

  it('sends the whole file when If-Range does not match', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
  });

  it('answers 404 for files that were not uploaded and for every other spelling of the path', async () => {
    const { pathname } = new URL(url);
    for (const path of [
      pathname.replace('.png', '.jpg'),
      pathname.replace(/[0-9a-f]{64}/, '0'.repeat(64)),
      pathname.toUpperCase(),
      pathname.replace('/assets/', '/assets/../staging/'),
      '/assets/',
      '/assets/staging/x',
      '/staging/x',
    ]) {
      expect((await session.visitor.get(path)).status).toBe(404);
    }
  });

  it(`sends a CSP with an SVG that blocks scripts and gives it an opaque origin${verifies('assets.svg-inert')}`, async () => {
    const { body } = await uploadForm(session.api, picture('small.svg'));
    const { headers } = await fetch(body.url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    );
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});
