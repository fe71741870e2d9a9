import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { renderNotFound } from '../../core/pages/render-no-page.ts';
import { type ShowPageServices, showPage } from '../../core/pages/show-page.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import type { CountVisit } from './count-visit.ts';

export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page changes as soon as it is edited; everything heavy is in immutable files.
  'cache-control': 'no-cache',
} as const;

/** `GET /w/{slug}`: the page, or a not-found page. */
export function createShowPage(services: ShowPageServices, countVisit: CountVisit) {
  return async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const { pathParameters, queryStringParameters } = event;
    const page = await showPage(services, { slug: pathParameters?.slug ?? '' }, queryStringParameters?.ref);
    if (page) await countVisit(event, 'navigate', page.slug);
    return {
      statusCode: page ? 200 : 404,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders(page?.security) },
      body: page?.html ?? renderNotFound(services.assets),
    };
  };
}

/** `GET /` on a custom domain: its page, or null. */
export function createShowDomain(services: ShowPageServices, countVisit: CountVisit) {
  return async (event: APIGatewayProxyEventV2, domain: string): Promise<ApiResponse | null> => {
    const page = await showPage(services, { domain }, event.queryStringParameters?.ref);
    if (page === null) return null;
    await countVisit(event, 'navigate', page.slug);
    return {
      statusCode: 200,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders(page.security) },
      body: page.html,
    };
  };
}
