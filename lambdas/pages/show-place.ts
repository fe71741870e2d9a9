import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { inLanguage } from '../../core/languages/in-language.ts';
import type { Language } from '../../core/languages/language.ts';
import type { Wish } from '../../core/languages/negotiate.ts';
import { textsOf } from '../../core/languages/texts.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { type Notice, renderNoPage } from '../../core/pages/render-no-page.ts';
import { secretPageHeaders } from '../../core/pages/secret-page.ts';
import { noSuchPlace } from '../../core/place-pages/answer-questions.ts';
import { type FoundPlace, findPlace, type PlaceServices } from '../../core/place-pages/find-place.ts';
import { renderPlacePage } from '../../core/place-pages/render-place-page.ts';
import { languageOf, varyHeader, wishOf } from '../http/wish.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';

export interface ShowPlaceServices extends PlaceServices {
  readonly assets: PageAssets;
}

/** Anyone who has the token may read it, from any page: it is sent without cookies. Scripts that post a form are led here. */
const CORS = { 'access-control-allow-origin': '*' } as const;

const JSON_HEADERS = {
  ...CORS,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** The link is nobody's. */
function badPlace(language: Language): Notice {
  const { badLink: heading, badPlace: advice } = textsOf(language).pages.notice;
  return { heading, advice };
}
/** The JSON of a place is the same in every language, but its page leads to that of the waitlist in the reader's. */
const linkedInLanguage = ({ place, ...reading }: FoundPlace): FoundPlace['place'] => {
  const { waitlist } = place;
  return { ...place, waitlist: { ...waitlist, url: inLanguage(waitlist.url, reading) } };
};

/** `GET /s/{token}`, and `GET /s/{token}.json`. */
export function createShowPlace(services: ShowPlaceServices) {
  const { assets, site } = services;

  async function answer(
    path: string,
    domain: string | null,
    wish: Wish,
    language: Language,
  ): Promise<ApiResponse> {
    const token = path.replace(/\.json$/, '');
    const found = await findPlace(services, token, domain, wish);
    if (token !== path) {
      if (found) return json(200, found.place, JSON_HEADERS);
      throw noSuchPlace(language, JSON_HEADERS);
    }
    const body = found
      ? renderPlacePage({
          ...found,
          place: linkedInLanguage(found),
          source: `/s/${token}.json`,
          serviceUrl: site.baseUrl,
          assets,
        })
      : renderNoPage(assets, language, badPlace(language));
    return {
      statusCode: found ? 200 : 404,
      headers: {
        ...CORS,
        ...varyHeader(found?.variesByBrowser ?? true),
        ...secretPageHeaders(found?.design ?? null, found ? { frameAncestors: found.allowedOrigins } : {}),
      },
      body,
    };
  }

  return (event: APIGatewayProxyEventV2, domain: string | null): Promise<ApiResponse> =>
    answer(event.pathParameters?.token ?? '', domain, wishOf(event), languageOf(event));
}
