import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { PageAssets } from '../../../core/pages/page-assets.ts';
import type { PageRecord } from '../../../core/pages/page-store.ts';
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
} as PageRecord;

/** A URL for every file. */
const ASSETS = new Proxy({}, { get: (_files, name) => `/_page/${String(name)}` }) as PageAssets;

const options = (isBehindEdge: boolean) => ({
  isBehindEdge,
  site: {
    baseUrl: 'https://anteroom.example',
    licensePriceUsd: 49,
    proPriceUsd: 199,
    allowInsecureLoopback: false,
  },
  pages: {
    find: async (slug: string) => (slug === RECORD.slug ? RECORD : null),
    findByDomain: async () => RECORD,
    slugAt: async () => RECORD.slug,
  },
  assets: ASSETS,
  guardCode: (code: string) => code,
  challenge: { sharedSiteKey: null, scriptUrl: '' },
});

const ask = (slug: string, more: object = {}) =>
  ({ pathParameters: { slug }, ...more }) as unknown as APIGatewayProxyEventV2;

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

  it(`is the same for everybody who followed the same link${verifies('page.kept-at-edge')}`, async () => {
    const show = createShowPage(options(true));
    const one = ask('tea', { queryStringParameters: { utm_source: 'news' }, cookies: ['a=1'], headers: {} });
    const other = ask('tea', { headers: { 'user-agent': 'Phone', 'accept-language': 'de' } });
    expect(await show(one)).toEqual(await show(other));
  });
});
