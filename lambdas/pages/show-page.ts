import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { renderNotFound } from '../../core/pages/render-no-page.ts';
import { type ShowPageServices, showPage } from '../../core/pages/show-page.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page changes as soon as it is edited; everything heavy is in immutable files.
  'cache-control': 'no-cache',
} as const;

/** `GET /w/{slug}`: the page, or a not-found page. */
export function createShowPage(services: ShowPageServices) {
  return async ({
    pathParameters,
    queryStringParameters,
    requestContext,
  }: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const page = await showPage(services, { slug: pathParameters?.slug ?? '' }, queryStringParameters?.ref);
    return {
      statusCode: page ? 200 : 404,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders(page?.security) },
      body: requestContext.http.method === 'HEAD' ? '' : (page?.html ?? renderNotFound(services.assets)),
    };
  };
}

/** `GET /` on a custom domain: its page, or null. */
export function createShowDomain(services: ShowPageServices) {
  return async (
    { queryStringParameters, requestContext }: APIGatewayProxyEventV2,
    domain: string,
  ): Promise<ApiResponse | null> => {
    const page = await showPage(services, { domain }, queryStringParameters?.ref);
    if (page === null) return null;
    return {
      statusCode: 200,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders(page.security) },
      body: requestContext.http.method === 'HEAD' ? '' : page.html,
    };
  };
}
