import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { renderNotFound } from '../../core/pages/render-not-found.ts';
import { type ShowPageServices, showPage } from '../../core/pages/show-page.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page changes the moment its holder says so; all that is heavy is immutable and elsewhere.
  'cache-control': 'no-cache',
  ...pageSecurityHeaders(),
} as const;

/** `GET /w/{slug}`: the page, or one for people who followed a wrong link. */
export function createShowPage(services: ShowPageServices) {
  return async ({
    pathParameters,
    queryStringParameters,
    requestContext,
  }: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const html = await showPage(services, pathParameters?.slug ?? '', queryStringParameters?.ref);
    return {
      statusCode: html === null ? 404 : 200,
      headers: { ...HTML_HEADERS },
      body: requestContext.http.method === 'HEAD' ? '' : (html ?? renderNotFound(services.assets)),
    };
  };
}
