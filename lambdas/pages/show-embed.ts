import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError } from '../../core/kernel/errors.ts';
import { textsOf } from '../../core/languages/texts.ts';
import { readEmbedSettings } from '../../core/pages/embed-settings.ts';
import type { ShowPageServices } from '../../core/pages/show-page.ts';
import { languageOf, varyHeader, wishOf } from '../http/wish.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';

/** A change of color shows within a minute, and a door that opens or closes by itself at once. */
const caching = (changesIn: number | null) => ({
  'cache-control': `public, max-age=${Math.min(60, changesIn ?? 60)}`,
});

/** `GET /w/{slug}/embed.json`: how the form looks on the owner's own site. */
export const createShowEmbed =
  (services: Pick<ShowPageServices, 'site' | 'pages' | 'challenge'>) =>
  async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const slug = event.pathParameters?.slug ?? '';
    const found = await readEmbedSettings(services, slug, wishOf(event));
    // The form on the owner's site has no other texts, so this one is for visitors.
    if (!found) throw new ApiError('not_found', textsOf(languageOf(event)).form.gone);
    return json(200, found.settings, { ...caching(found.changesIn), ...varyHeader(found.variesByBrowser) });
  };
