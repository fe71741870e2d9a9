import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Bytes, picture, png } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { ASSETS, form, sendForm, uploadForm, uploadJson } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const text = (content: string): Bytes => Buffer.from(content);

describe('POST /api/v1/assets', () => {
  const session = shareSession();
  /** Uses a new account, to stay under the rate limit. */
  const client = () => session.otherAccount();

  describe('200', () => {
    it.each([
      ['og.jpg', 'image/jpeg', 'jpg'],
      ['og.png', 'image/png', 'png'],
      ['small.gif', 'image/gif', 'gif'],
      ['small.webp', 'image/webp', 'webp'],
      ['small.svg', 'image/svg+xml', 'svg'],
    ] as const)(
      `takes %s, by form and by JSON, and serves it as %s${verifies('assets.multipart-200', 'assets.json-200', 'assets.accepted-types', 'assets.type-from-bytes', 'assets.url-content-addressed', 'assets.url-immutable', 'assets.nosniff')}`,
      async (name, type, extension) => {
        const api = await client();
        const bytes = picture(name);
        const byForm = await uploadForm(api, bytes, type);
        const url = `${session.url}/assets/${sha256(bytes)}.${extension}`;
        expect([byForm.status, byForm.body]).toEqual([200, { url }]);
        expect((await uploadJson(api, bytes, type)).body).toEqual({ url });

        const served = await fetch(url);
        expect(served.status).toBe(200);
        expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
        expect(served.headers.get('content-type')).toBe(type);
        expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(served.headers.get('x-content-type-options')).toBe('nosniff');
        expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox$/);
      },
    );

    it('sends the same headers as every other operation', async () => {
      const { headers } = await uploadForm(await client(), png());
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('ratelimit-policy')).toBe('"account";q=120;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"account";r=119;t=\d+$/);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    it(`stores type, size and dimensions once, however many accounts upload it${verifies('assets.deduplicated', 'assets.dimensions-kept')}`, async () => {
      const bytes = png({ width: 640, height: 480, seed: 1 });
      const [first, second] = [await client(), await client()];
      const answers = [
        await uploadForm(first, bytes),
        await uploadJson(second, bytes),
        await uploadForm(second, bytes),
      ];
      expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
      const hash = Buffer.from(sha256(bytes), 'hex');
      expect(
        await session.sql('SELECT type, size, width, height FROM assets WHERE hash = $1', [hash]),
      ).toEqual([{ type: 'png', size: bytes.length, width: 640, height: 480 }]);
      const [uploads] = await session.sql('SELECT count(*)::int FROM asset_uploads WHERE hash = $1', [hash]);
      expect(uploads.count).toBe(2);
    });

    it('stores one file when it is uploaded many times at once', async () => {
      const api = await client();
      const bytes = png({ seed: 2 });
      const answers = await Promise.all(Array.from({ length: 12 }, () => uploadForm(api, bytes)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });

    it.each<[string, string | null]>([
      [`no type${verifies('assets.octet-stream-declares-nothing')}`, null],
      [
        `application/octet-stream${verifies('assets.octet-stream-declares-nothing')}`,
        'application/octet-stream',
      ],
      ['the type in other letters, with a parameter', 'IMAGE/JPEG; charset=binary'],
      [`image/jpg for a JPEG${verifies('assets.image-jpg-is-jpeg')}`, 'image/jpg'],
    ])('takes %s', async (_, type) => {
      const api = await client();
      const jpeg = picture('og.jpg');
      expect((await uploadForm(api, jpeg, type)).status).toBe(200);
      expect((await uploadJson(api, jpeg, type ?? '')).status).toBe(200);
    });

    it(`accepts a data: prefix, whose type counts as declared${verifies('assets.data-prefix-accepted')}`, async () => {
      const api = await client();
      const data = png().toString('base64');
      const send = (prefix: string, contentType = 'image/png') =>
        api.post(ASSETS, { data: `${prefix}${data}`, contentType });
      expect((await send('data:image/png;base64,')).status).toBe(200);
      expect((await send('data:;base64,', 'application/octet-stream')).status).toBe(200);
      const { status, body } = await send('data:image/gif;base64,');
      expect([status, body.details[0].path]).toEqual([400, 'data']);
    });

    it('accepts base64 with line breaks, as many programs write it', async () => {
      const api = await client();
      const data = png().toString('base64').replace(/.{76}/g, '$&\r\n');
      expect(data).toContain('\r\n');
      expect((await api.post(ASSETS, { data, contentType: 'image/png' })).status).toBe(200);
    });

    it('says that a compressed body is refused', async () => {
      const { status, body } = await (await client()).request('POST', ASSETS, {
        body: '{}',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      });
      expect([status, body.code]).toEqual([400, 'unsupported_media_type']);
    });

    it('accepts a form built by fetch', async () => {
      const body = new FormData();
      body.append('file', new Blob([png({ seed: 3 })], { type: 'image/png' }), 'größe "1".png');
      const headers = { authorization: `Bearer ${session.key}` };
      const response = await fetch(`${session.url}${ASSETS}`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
    });
  });

  describe('400', () => {
    const details = (answer: { status: number; body: { code: string; details?: { path: string }[] } }) => [
      answer.status,
      answer.body.code,
      answer.body.details?.map(({ path }) => path),
    ];
    const svg = picture('small.svg');

    it.each<[string, Bytes, string]>([
      ['another image format', text('BM\0\0\0\0\0\0\0\0'), 'image/bmp'],
      ['text', text('hello'), 'text/plain'],
      ['HTML', text('<!doctype html><html><body></body></html>'), 'text/html'],
      [
        'HTML that is well-formed XML',
        text('<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'),
        'image/svg+xml',
      ],
      ['an SVG without its namespace', text('<svg><rect/></svg>'), 'image/svg+xml'],
      ['a truncated SVG', svg.subarray(0, -8), 'image/svg+xml'],
      [
        'an SVG in Latin-1',
        Buffer.concat([svg.subarray(0, -7), Buffer.from([0xe4]), svg.subarray(-7)]),
        'image/svg+xml',
      ],
      [
        'entities that expand',
        text(
          '<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
        ),
        'image/svg+xml',
      ],
      ['a PNG with a truncated header', png().subarray(0, 30), 'image/png'],
      ['a PNG with a damaged header', Buffer.from(png()).fill(7, 16, 20), 'image/png'],
      ['a PNG with zero width', png({ width: 0 }), 'image/png'],
      ['a JPEG with a truncated header', picture('og.jpg').subarray(0, 100), 'image/jpeg'],
      ['a JPEG that is only its first bytes', Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'],
      ['a GIF with a truncated header', picture('small.gif').subarray(0, 8), 'image/gif'],
      ['a WebP that is only a container', text('RIFF\x04\0\0\0WEBP'), 'image/webp'],
    ])(`refuses %s${verifies('assets.accepted-types', 'assets.type-from-bytes')}`, async (_, bytes, type) => {
      const api = await client();
      expect(details(await uploadForm(api, bytes, type))).toEqual([400, 'validation_failed', ['file']]);
      expect(details(await uploadJson(api, bytes, type))).toEqual([400, 'validation_failed', ['data']]);
    });

    it(`refuses a file whose bytes do not match its declared type${verifies('assets.declared-type-differs-400')}`, async () => {
      const api = await client();
      for (const type of ['image/jpeg', 'image/svg+xml', 'text/plain', 'image']) {
        expect(details(await uploadForm(api, png(), type))).toEqual([400, 'validation_failed', ['file']]);
        const answer = await uploadJson(api, png(), type);
        expect(details(answer)).toEqual([400, 'validation_failed', ['contentType']]);
        expect(answer.body.details[0].message).toContain('image/png');
      }
    });

    it(`refuses a form with anything other than one part named file${verifies('assets.one-part-named-file')}`, async () => {
      const api = await client();
      const bytes = png();
      const file = { bytes };
      const cases: [Bytes, string][] = [
        [form(), 'file'],
        [form({ bytes: text('') }), 'file'],
        [form({ name: 'image', bytes }), 'image'],
        [form({ name: 'FILE', bytes }), 'FILE'],
        [form(file, file), 'file'],
        [form(file, { name: 'more', bytes }), 'more'],
        [form({ name: 'note', fileName: null, bytes: text('hello') }, file), 'note'],
        [form({ fileName: null, bytes }), 'file'],
        [form(file).subarray(0, -6), 'file'],
        [form(file).subarray(0, 120), 'file'],
        [text('no form at all'), 'file'],
        [text(''), 'file'],
      ];
      for (const [body, path] of cases) {
        expect(details(await sendForm(api, body))).toEqual([400, 'validation_failed', [path]]);
      }
      for (const type of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
      ]) {
        expect(details(await sendForm(api, form(file), type))).toEqual([400, 'validation_failed', ['file']]);
      }
    });

    it.each<[string, Record<string, unknown>, string]>([
      ['no data', { contentType: 'image/png' }, 'data'],
      ['no type', { data: png().toString('base64') }, 'contentType'],
      ['data that is not a string', { data: 7, contentType: 'image/png' }, 'data'],
      ['empty data', { data: '', contentType: 'image/png' }, 'data'],
      ['base64 for urls', { data: '_-__', contentType: 'image/png' }, 'data'],
      ['base64 without its padding', { data: 'iVBORw', contentType: 'image/png' }, 'data'],
      ['base64 whose last bits are not zero', { data: 'iVBORx==', contentType: 'image/png' }, 'data'],
      ['base64 on several lines', { data: 'iVBO\r\nRw==', contentType: 'image/png' }, 'data'],
      ['data that is not base64', { data: 'image!', contentType: 'image/png' }, 'data'],
      ['a data: url that is not base64', { data: 'data:image/svg+xml,<svg/>', contentType: '' }, 'data'],
      [
        'a file name that is too long',
        { data: 'AAAA', contentType: '', fileName: 'x'.repeat(256) },
        'fileName',
      ],
    ])(`refuses JSON with %s${verifies('assets.base64-strict')}`, async (_, sent, path) => {
      const answer = await session.api.post(ASSETS, sent);
      expect(details(answer)).toEqual([400, 'validation_failed', [path]]);
    });

    it('refuses a body that is neither a form nor JSON', async () => {
      const api = await client();
      for (const type of [
        'text/plain',
        'image/png',
        'multipart/mixed; boundary=x',
        'application/x-www-form-urlencoded',
      ]) {
        const { status, body } = await sendForm(api, png(), type);
        expect([status, body.code]).toEqual([400, 'unsupported_media_type']);
      }
      for (const body of ['{', '[]', '"x"', 'null']) {
        const sent = { body, headers: { 'content-type': 'application/json' } };
        expect((await api.request('POST', ASSETS, sent)).body.code).toBe('invalid_json');
      }
    });
  });

  it('answers other methods and the preflight like every other path', async () => {
    const { visitor } = session;
    const get = await visitor.get(ASSETS);
    expect([get.status, get.headers.get('allow'), get.body.code]).toEqual([
      405,
      'OPTIONS, POST',
      'method_not_allowed',
    ]);
    const preflight = await visitor.request('OPTIONS', ASSETS);
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
  });

  it('is described with both forms', async () => {
    const { body } = await session.visitor.get('/api/v1/openapi.json');
    const { post } = body.paths[ASSETS];
    expect(Object.keys(post.requestBody.content).sort()).toEqual(['application/json', 'multipart/form-data']);
    expect(post.requestBody.content['multipart/form-data'].schema.required).toEqual(['file']);
    expect(post.requestBody.content['application/json'].schema.required).toEqual(['data', 'contentType']);
    expect(Object.keys(post.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '413', '429']),
    );
  });
});
