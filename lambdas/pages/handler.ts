import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createPageStore } from '../../adapters/postgres/page-store.ts';
import { connectDatabase } from '../../adapters/postgres/pool.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { siteFrom } from '../../core/site.ts';
import type { HttpHandler } from '../http-handler.ts';
import { createLogger } from '../logger.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { errors } from '../middleware/errors.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { requestContext } from '../middleware/request-context.ts';
import {
  ApiSettings,
  DigestSettings,
  type Environment,
  PageSettings,
  QueueSettings,
  readSettings,
} from '../settings.ts';
import { createJoin } from './join.ts';
import { createShowPage } from './show-page.ts';

/** The hosted page and the signups made on it. */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(
    { ...ApiSettings, ...DigestSettings, ...QueueSettings, ...PageSettings },
    environment,
  );
  const logger = createLogger('pages', settings);
  const pool = connectDatabase(settings);
  const site = siteFrom(settings);
  const join = createJoin({ settings, pool, site, logger });
  const showPage = createShowPage({
    site,
    pages: createPageStore(pool),
    assets: settings.PAGE_ASSETS as PageAssets,
  });

  const answer = (event: APIGatewayProxyEventV2): Promise<ApiResponse> =>
    event.requestContext.http.method === 'POST' ? join(event) : showPage(event);

  return createHttpChain([requestContext(logger), errors(logger)], answer);
}
