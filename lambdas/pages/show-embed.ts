import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { noSuchPage } from '../../core/kernel/errors.ts';
import { readEmbedSettings } from '../../core/pages/embed-settings.ts';
import type { ShowPageServices } from '../../core/pages/show-page.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';

/** A change of color shows within a minute. */
const CACHING = { 'cache-control': 'public, max-age=60' } as const;

/** `GET /w/{slug}/embed.json`: how the form looks on the owner's own site. */
export const createShowEmbed =
  (services: Pick<ShowPageServices, 'pages' | 'challenge'>) =>
  async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const slug = event.pathParameters?.slug ?? '';
    const settings = await readEmbedSettings(services, slug);
    if (!settings) throw noSuchPage();
    return json(200, settings, CACHING);
  };
