import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readImage } from '../../../core/assets/read-image.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { picture } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { uploadForm } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

describe('the social card', () => {
  const session = shareSession();
  let elsewhere: Server;
  let requests = 0;
  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      requests++;
      response.end(picture('og.png'));
    });
    await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    elsewhere?.close();
  });

  const create = (slug: string, body: Record<string, unknown> = {}) =>
    session.api.post('/api/v1/waitlists', { name: 'Brewline', slug, ...body });
  const change = (slug: string, body: Record<string, unknown>) =>
    session.api.patch(`/api/v1/waitlists/${slug}`, body);
  const tag = (html: string, key: string) => new RegExp(`="${key}" content="([^"]*)"`).exec(html)?.[1];
  async function cardOf(slug: string): Promise<string> {
    const { body } = await session.visitor.get(`/w/${slug}`);
    return tag(body, 'og:image') ?? '';
  }
  const statusOf = async (url: string) => (await fetch(url)).status;
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  it(`is a PNG of 1200x630 that never changes at its URL, also for HEAD${verifies('card.png', 'card.immutable')}`, async () => {
    await create('drawn');
    const url = await cardOf('drawn');
    expect(url).toMatch(new RegExp(`^${session.url}/w/drawn/cards/[0-9a-f]{32}\\.png$`));
    for (const method of ['GET', 'GET', 'HEAD']) {
      const response = await fetch(url, { method });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      const body = Buffer.from(await response.arrayBuffer());
      if (method === 'HEAD') expect(body).toHaveLength(0);
      else expect(readImage(body)).toEqual({ type: 'png', width: 1200, height: 630 });
    }
    expect(await cardOf('drawn')).toBe(url);
  });

  it(`is in the tags of a page without ogImage, and in the dashboard${verifies('card.without-og-image', 'card.url-in-api')}`, async () => {
    await create('tagged', { description: 'Internal' });
    const { body } = await session.visitor.get('/w/tagged');
    const url = tag(body, 'og:image');
    expect(tag(body, 'twitter:image')).toBe(url);
    expect(
      ['twitter:card', 'og:image:width', 'og:image:height', 'og:image:alt'].map(key => tag(body, key)),
    ).toEqual(['summary_large_image', '1200', '630', 'Brewline – Join the waitlist']);
    const ogImage = 'https://cdn.example.com/own.png';
    expect((await session.api.get('/api/v1/waitlists/tagged')).body.waitlist.ogImage).toBeNull();
    const shown = (client: ApiClient) => client.get('/api/v1/dashboard/waitlists/tagged/card');
    expect((await shown(await session.signIn())).body).toEqual({ url });

    await change('tagged', { ogImage });
    expect((await shown(await session.signIn())).body).toEqual({ url });
    const stranger = await session.createAccount('free');
    expect((await shown(await stranger.signIn())).status).toBe(404);
    expect((await shown(session.api)).status).toBe(403);
    expect(await cardOf('tagged')).toBe(ogImage);
  });

  it(`has another URL for other content, and the old one keeps working once it was shared${verifies('card.changes-with-content')}`, async () => {
    const logo = (await uploadForm(session.api, picture('small.svg'))).body.url;
    await create('changing');
    const shared = await cardOf('changing');
    const first = await bytesOf(shared);
    const urls = [shared];
    for (const body of [
      { seoDescription: 'Coffee' },
      { design: { tagline: 'Coffee, roasted today' } },
      { design: { brandColor: '#e11d48' } },
      { design: { logoUrl: logo } },
      { name: 'Brewlines' },
    ]) {
      await change('changing', body);
      urls.push(await cardOf('changing'));
    }
    expect(new Set(urls).size).toBe(urls.length);
    const last = urls.at(-1) ?? '';
    expect(await statusOf(last)).toBe(200);
    expect((await bytesOf(shared)).equals(first)).toBe(true);
    // Nobody asked for it while it was the page's card.
    expect(await statusOf(urls[1] ?? '')).toBe(404);

    await change('changing', { seoKeywords: 'beans', design: { buttonLabel: 'Let me in' } });
    expect(await cardOf('changing')).toBe(last);
  });

  it(`is drawn for its own waitlist only${verifies('card.foreign-404')}`, async () => {
    await create('mine');
    await create('theirs', { name: 'Other' });
    const theirs = await cardOf('theirs');
    expect(await statusOf(theirs)).toBe(200);
    const file = theirs.split('/').at(-1);
    for (const path of [
      `/w/mine/cards/${file}`,
      `/w/nobody/cards/${file}`,
      `/w/mine/cards/${'0'.repeat(32)}.png`,
      `/w/theirs/cards/${file?.replace('.png', '.svg')}`,
      `/w/theirs/cards/..%2F${file}`,
    ]) {
      const response = await fetch(`${session.url}${path}`);
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    }
  });

  it(`goes with its waitlist${verifies('card.deleted-404')}`, async () => {
    await create('leaving');
    const url = await cardOf('leaving');
    expect(await statusOf(url)).toBe(200);
    await session.api.delete('/api/v1/waitlists/leaving');
    expect(await statusOf(url)).toBe(404);
  });

  it(`shows a logo that was uploaded here, and requests no other${verifies('card.own-logo')}`, async () => {
    const { port } = elsewhere.address() as AddressInfo;
    const own = (await uploadForm(session.api, picture('small.webp'))).body.url;
    await create('bare');
    await create('foreign', { design: { logoUrl: `http://127.0.0.1:${port}/logo.png` } });
    await create('logo', { design: { logoUrl: own } });
    const [bare, foreign, withLogo] = await Promise.all(
      ['bare', 'foreign', 'logo'].map(async slug => bytesOf(await cardOf(slug))),
    );
    expect(foreign?.equals(bare as Buffer)).toBe(true);
    expect(withLogo?.equals(bare as Buffer)).toBe(false);
    expect(requests).toBe(0);
  });
});
