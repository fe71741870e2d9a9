import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Language } from '../../core/languages/language.ts';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { type Notice, renderNotFound } from '../../core/pages/render-no-page.ts';
import {
  type PageAddress,
  type ShownPage,
  type ShowPageServices,
  showNotice,
  showPage,
} from '../../core/pages/show-page.ts';
import { languageOf, varyHeader, wishOf } from '../http/wish.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page changes as soon as it is edited; everything heavy is in immutable files.
  'cache-control': 'no-cache',
} as const;

/** Of pages that only say something. A form is also answered in a frame on its owner's site, so any site may frame them. */
export const NOTICE_HEADERS = { ...HTML_HEADERS, ...pageSecurityHeaders({ frameAncestors: ['*'] }) };

export type ShowNotice = (
  address: PageAddress,
  statusCode: number,
  say: (language: Language) => Notice,
) => Promise<ApiResponse>;

/** Says something in the look of a waitlist, in frames too. */
export function createShowNotice(services: ShowPageServices): ShowNotice {
  return async (address, statusCode, say) => {
    const { html, security } = await showNotice(services, address, say);
    const headers = { ...HTML_HEADERS, ...pageSecurityHeaders({ ...security, frameAncestors: ['*'] }) };
    return { statusCode, headers, body: html };
  };
}

/**
 * A page is the same for everybody, so CloudFront keeps it: for five seconds, for a minute while it asks for a new one, and for a
 * day if we do not answer, but not beyond the moment at which its door opens or closes. Browsers get `no-cache` instead
 * (lib/edge/viewer-response.js).
 */
function keptAtEdge({ changesIn }: Pick<ShownPage, 'changesIn'>): string {
  const left = changesIn ?? Number.POSITIVE_INFINITY;
  const fresh = Math.min(5, left);
  return `public, s-maxage=${fresh}, stale-while-revalidate=${Math.min(60, left - fresh)}, stale-if-error=86400`;
}

export interface ShowPageOptions extends ShowPageServices {
  readonly isBehindEdge: boolean;
}

const pageHeaders = ({ isBehindEdge }: ShowPageOptions, page: ShownPage) => ({
  ...HTML_HEADERS,
  ...(isBehindEdge && { 'cache-control': keptAtEdge(page) }),
  ...varyHeader(page.variesByBrowser),
  ...pageSecurityHeaders(page.security),
});

/** `GET /w/{slug}`: the page, or a not-found page. */
export function createShowPage(services: ShowPageOptions) {
  return async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const { pathParameters, queryStringParameters } = event;
    const address = { slug: pathParameters?.slug ?? '', wish: wishOf(event) };
    const page = await showPage(services, address, queryStringParameters?.ref);
    return {
      statusCode: page ? 200 : 404,
      headers: page
        ? pageHeaders(services, page)
        : { ...HTML_HEADERS, ...varyHeader(true), ...pageSecurityHeaders() },
      body: page?.html ?? renderNotFound(services.assets, languageOf(event)),
    };
  };
}

/** `GET /` on a custom domain: its page, or null. */
export function createShowDomain(services: ShowPageOptions) {
  return async (event: APIGatewayProxyEventV2, domain: string): Promise<ApiResponse | null> => {
    const page = await showPage(services, { domain, wish: wishOf(event) }, event.queryStringParameters?.ref);
    if (page === null) return null;
    return {
      statusCode: 200,
      headers: pageHeaders(services, page),
      body: page.html,
    };
  };
}
