import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createAssetStore } from '../../adapters/postgres/assets/asset-store.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createPageStore } from '../../adapters/postgres/pages/page-store.ts';
import { createCardFiles } from '../../adapters/s3/card-files.ts';
import { createCardRenderer } from '../../adapters/takumi/card-renderer.ts';
import { ASSET_CACHE_CONTROL, ASSET_RESOURCE_POLICY } from '../../core/assets/asset-headers.ts';
import { showCard } from '../../core/cards/show-card.ts';
import { ApiError } from '../../core/kernel/errors.ts';
import { cardPackages, keepCards } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { errors } from '../middleware/errors.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge, requireOwnHost } from '../middleware/require-edge.ts';
import { PAGE_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';

export const needs = [...API_NEEDS, cardPackages, keepCards] as const;

const CARD_HEADERS = {
  'content-type': 'image/png',
  'cache-control': ASSET_CACHE_CONTROL,
  'cross-origin-resource-policy': ASSET_RESOURCE_POLICY,
} as const;

/** `GET /w/{slug}/cards/{file}`: the image that social networks show for a page. */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('card', settings);
  const pool = connectDatabase(settings);
  const site = siteFrom(settings);
  const services = {
    site,
    pages: createPageStore(pool),
    assets: createAssetStore(pool),
    files: createCardFiles({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_S3,
      bucket: settings.ASSETS_BUCKET,
    }),
    renderer: createCardRenderer(settings.CARD_PACKAGES_DIR),
  };

  async function answer({ pathParameters }: APIGatewayProxyEventV2): Promise<ApiResponse> {
    const { slug = '', file = '' } = pathParameters ?? {};
    const png = await showCard(services, slug, file);
    if (!png) throw new ApiError('not_found', 'There is no image at this URL');
    return {
      statusCode: 200,
      headers: CARD_HEADERS,
      body: png.toString('base64'),
      isBase64Encoded: true,
    };
  }

  return createHttpChain(
    [
      requestContext(logger),
      responseHeaders(PAGE_HEADERS),
      requireEdge(settings.ORIGIN_SECRET),
      requireOwnHost(settings.ORIGIN_SECRET, site),
      errors(logger),
    ],
    answer,
  );
}
