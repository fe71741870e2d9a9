import { beforeAll, describe, expect, it } from '@jest/globals';
import { picture, png } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { uploadForm } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

describe('ogImage under our own CDN', () => {
  const session = shareSession();
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Held', slug: 'held' });
  });

  const upload = async (bytes: Buffer<ArrayBuffer>): Promise<string> =>
    (await uploadForm(session.api, bytes)).body.url;

  /** The responses to a create and an update with it. */
  const both = async (ogImage: string) => [
    await session.api.post('/api/v1/waitlists', { name: 'Social', ogImage }),
    await session.api.patch('/api/v1/waitlists/held', { ogImage }),
  ];

  it.each(['og.png', 'og.jpg'] as const)(
    `may be a stored %s of 1200x630, and is shown on the page${verifies('waitlists.og-image-own-cdn-1200x630', 'assets.url-usable')}`,
    async name => {
      const url = await upload(picture(name));
      const answers = await both(url);
      expect(answers.map(({ status }) => status)).toEqual([201, 200]);
      expect(answers[1]?.body.waitlist.ogImage).toBe(url);
      const page = await session.visitor.get('/w/held');
      expect(page.body).toContain(`<meta property="og:image" content="${url}">`);
    },
  );

  it.each<[string, (url: (bytes: Buffer<ArrayBuffer>) => Promise<string>) => Promise<string>, string]>([
    ['a PNG of another size', url => url(png({ width: 1200, height: 631 })), '1200x631'],
    ['a GIF', url => url(picture('small.gif')), 'GIF'],
    ['a WebP', url => url(picture('small.webp')), 'WEBP'],
    ['an image that was not uploaded', async () => `${session.url}/assets/${'0'.repeat(64)}.png`, 'uploaded'],
    [
      'the image under another name',
      async url => (await url(picture('og.png'))).replace('.png', '.jpg'),
      'uploaded',
    ],
    [
      'another spelling of its URL',
      async url => (await url(picture('og.png'))).replace('/assets', '//assets'),
      'uploaded',
    ],
    ['its URL with a query', async url => `${await url(picture('og.png'))}?x=1`, 'uploaded'],
  ])(`must not be %s${verifies('waitlists.og-image-own-cdn-1200x630')}`, async (_, make, says) => {
    for (const { status, body } of await both(await make(upload))) {
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual([{ path: 'ogImage', message: expect.stringContaining(says) }]);
      expect(body.details[0].message).toContain('1200x630 with POST /api/v1/assets');
    }
  });

  it('is checked before the waitlist, without a lookup if it is not ours', async () => {
    const ogImage = `${session.url}/assets/${'0'.repeat(64)}.png`;
    expect((await session.api.patch('/api/v1/waitlists/none-such', { ogImage })).status).toBe(400);
    expect((await both('https://cdn.example.com/assets/x.png')).map(({ status }) => status)).toEqual([
      201, 200,
    ]);
  });
});
