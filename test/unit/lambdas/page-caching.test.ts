import { describe, expect, it, jest } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PageAssets } from '../../../core/pages/page-assets.ts';
import type { PageRecord } from '../../../core/pages/page-store.ts';
import { createShowEmbed } from '../../../lambdas/pages/show-embed.ts';
import { createShowDomain, createShowPage } from '../../../lambdas/pages/show-page.ts';
import { verifies } from '../../support/verifies.ts';

const RECORD = {
  id: '01900000-0000-7000-8000-000000000001',
  slug: 'tea',
  name: 'Tea',
  pageCode: null,
  design: {},
  seoTitle: null,
  seoDescription: null,
  seoKeywords: null,
  ogImage: null,
  referralEnabled: false,
  referralBoost: 5,
  plan: 'free',
  ownSiteKey: null,
  domain: null,
  signups: 3,
  waiting: 3,
  allowedOrigins: [],
  door: 'open',
  opensAt: null,
  closesAt: null,
  closedMessage: null,
  questions: [],
  languages: ['en'],
  translations: {},
} as PageRecord;

/** A URL for every file. */
const ASSETS = new Proxy({}, { get: (_files, name) => `/_page/${String(name)}` }) as PageAssets;

const options = (isBehindEdge: boolean, record = RECORD) => ({
  isBehindEdge,
  site: {
    baseUrl: 'https://anteroom.example',
    licensePriceUsd: 49,
    proPriceUsd: 199,
    allowInsecureLoopback: false,
  },
  pages: {
    find: async (slug: string) => (slug === record.slug ? record : null),
    findByDomain: async () => record,
    slugAt: async () => RECORD.slug,
  },
  assets: ASSETS,
  guardCode: (code: string) => code,
  challenge: { sharedSiteKey: null, scriptUrl: '' },
});

const ask = (slug: string, more: object = {}) =>
  ({ headers: {}, pathParameters: { slug }, ...more }) as unknown as APIGatewayProxyEventV2;

const cachingOf = async (answer: Promise<{ headers: object } | null>) =>
  (await answer)?.headers as Record<string, string>;

describe('a page', () => {
  it(`is kept by CloudFront, and by nothing else${verifies('page.kept-at-edge')}`, async () => {
    const kept = { 'cache-control': 'public, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400' };
    expect(await cachingOf(createShowPage(options(true))(ask('tea')))).toMatchObject(kept);
    expect(await cachingOf(createShowDomain(options(true))(ask(''), 'tea.example'))).toMatchObject(kept);
    const fresh = { 'cache-control': 'no-cache' };
    expect(await cachingOf(createShowPage(options(false))(ask('tea')))).toMatchObject(fresh);
    // It may exist a second later.
    expect(await cachingOf(createShowPage(options(true))(ask('coffee')))).toMatchObject(fresh);
  });

  it.each([
    [2_000, 2, 0],
    [999, 0, 0],
    [30_500, 5, 25],
    [3600_000, 5, 60],
    // It opened or closed before.
    [-1, 5, 60],
  ])(
    `is kept until its door changes in %d ms, and not longer${verifies('door.cache')}`,
    async (left, fresh, stale) => {
      jest.useFakeTimers({
        now: Date.parse('2026-11-27T10:00:00Z'),
        doNotFake: ['nextTick', 'queueMicrotask'],
      });
      try {
        const at = new Date(Date.now() + left).toISOString();
        const later = new Date(Date.now() + 7200_000).toISOString();
        for (const times of [
          { opensAt: at, closesAt: later },
          { opensAt: null, closesAt: at },
        ]) {
          const services = options(true, { ...RECORD, ...times });
          const kept = `public, s-maxage=${fresh}, stale-while-revalidate=${stale}, stale-if-error=86400`;
          for (const answer of [
            createShowPage(services)(ask('tea')),
            createShowDomain(services)(ask(''), 'tea.example'),
          ])
            expect((await cachingOf(answer))['cache-control']).toBe(kept);
          const embed = createShowEmbed(services)(ask('tea'));
          const seconds = left < 0 ? 60 : Math.min(60, Math.floor(left / 1000));
          expect((await cachingOf(embed))['cache-control']).toBe(`public, max-age=${seconds}`);
        }
      } finally {
        jest.useRealTimers();
      }
    },
  );

  it(`is the same for everybody who followed the same link${verifies('page.kept-at-edge')}`, async () => {
    const show = createShowPage(options(true));
    const one = ask('tea', { queryStringParameters: { utm_source: 'news' }, cookies: ['a=1'], headers: {} });
    const other = ask('tea', { headers: { 'user-agent': 'Phone', 'accept-language': 'de' } });
    expect(await show(one)).toEqual(await show(other));
  });
});
