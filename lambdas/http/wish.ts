import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Wish } from '../../core/languages/negotiate.ts';
import { header } from '../middleware/api-request.ts';

/** The language that a request asks for. */
export const wishOf = (event: APIGatewayProxyEventV2): Wish => ({
  lang: event.queryStringParameters?.lang,
  acceptLanguage: header(event, 'accept-language'),
});

/** The header of an answer that other browsers may get in another language. */
export const varyHeader = (variesByBrowser: boolean): Record<string, string> =>
  variesByBrowser ? { vary: 'Accept-Language' } : {};
