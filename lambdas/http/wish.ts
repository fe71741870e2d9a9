import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { LANGUAGES, type Language } from '../../core/languages/language.ts';
import { chooseLanguage, type Wish } from '../../core/languages/negotiate.ts';
import { header } from '../middleware/api-request.ts';

/** The language that a request asks for. */
export const wishOf = (event: APIGatewayProxyEventV2): Wish => ({
  lang: event.queryStringParameters?.lang,
  acceptLanguage: header(event, 'accept-language'),
});

/** The language of what we say where there is no waitlist, which would have languages of its own. */
export const languageOf = (event: APIGatewayProxyEventV2): Language =>
  chooseLanguage(LANGUAGES, wishOf(event));

/** The header of an answer that other browsers may get in another language. */
export const varyHeader = (variesByBrowser: boolean): Record<string, string> =>
  variesByBrowser ? { vary: 'Accept-Language' } : {};
