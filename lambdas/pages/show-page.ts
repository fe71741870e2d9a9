import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { defaultPageCode } from '../../core/pages/default-template.ts';
import { createGuardedCodeCache } from '../../core/pages/guarded-code-cache.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import type { PageStore } from '../../core/pages/page-store.ts';
import { renderNotFound } from '../../core/pages/render-not-found.ts';
import { renderPage } from '../../core/pages/render-page.ts';
import { isPlanId, PLANS } from '../../core/plans.ts';
import { pageUrl, type Site } from '../../core/site.ts';
import { SLUG_FORM } from '../../core/waitlists/slug.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

interface ShowPageOptions {
  readonly site: Site;
  readonly pages: PageStore;
  readonly assets: PageAssets;
}

/** Longest `?ref=` that can be a code; what is longer is somebody's experiment, and is not shown to page code. */
const REFERRAL_CODE_FORM = /^[\w-]{1,64}$/;

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page changes the moment its holder says so; all that is heavy is immutable and elsewhere.
  'cache-control': 'no-cache',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  ...pageSecurityHeaders(),
} as const;

/** `GET /w/{slug}`: the page, with all that search engines and social previews read. */
export function createShowPage({ site, pages, assets }: ShowPageOptions) {
  const guardedCode = createGuardedCodeCache();

  return async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const slug = event.pathParameters?.slug ?? '';
    const page = SLUG_FORM.test(slug) ? await pages.find(slug) : null;
    const headers = { ...HTML_HEADERS };
    if (!page) return { statusCode: 404, headers, body: renderNotFound(assets) };

    const reference = event.queryStringParameters?.ref;
    const { plan, pageCode, ...shown } = page;
    const body = renderPage({
      ...shown,
      pageUrl: pageUrl(site, page.slug),
      pageCode: guardedCode(pageCode ?? defaultPageCode),
      whiteLabel: isPlanId(plan) && PLANS[plan].capabilities.whiteLabel,
      referredBy: reference !== undefined && REFERRAL_CODE_FORM.test(reference) ? reference : null,
      assets,
    });
    return { statusCode: 200, headers, body: event.requestContext.http.method === 'HEAD' ? '' : body };
  };
}
