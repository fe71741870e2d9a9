import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError } from '../../core/kernel/errors.ts';
import type { Language } from '../../core/languages/language.ts';
import { textsOf } from '../../core/languages/texts.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { type Notice, renderNoPage } from '../../core/pages/render-no-page.ts';
import { secretPageHeaders } from '../../core/pages/secret-page.ts';
import { findPlace, type PlaceServices } from '../../core/place-pages/find-place.ts';
import { renderPlacePage } from '../../core/place-pages/render-place-page.ts';
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
  return { language, heading, advice };
}

/** `GET /s/{token}`, and `GET /s/{token}.json`. */
export function createShowPlace(services: ShowPlaceServices) {
  const { assets, site } = services;

  async function answer(path: string, domain: string | null): Promise<ApiResponse> {
    const token = path.replace(/\.json$/, '');
    const found = await findPlace(services, token, domain);
    if (token !== path) {
      if (found) return json(200, found.place, JSON_HEADERS);
      throw new ApiError('not_found', 'No one on a waitlist has this token', { headers: JSON_HEADERS });
    }
    const body = found
      ? renderPlacePage({ ...found, source: `/s/${token}.json`, serviceUrl: site.baseUrl, assets })
      : renderNoPage(assets, badPlace('en'));
    return {
      statusCode: found ? 200 : 404,
      headers: {
        ...CORS,
        ...secretPageHeaders(found?.design ?? null, found ? { frameAncestors: found.allowedOrigins } : {}),
      },
      body,
    };
  }

  return (event: APIGatewayProxyEventV2, domain: string | null): Promise<ApiResponse> =>
    answer(event.pathParameters?.token ?? '', domain);
}
