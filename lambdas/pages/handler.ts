import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createPageStore } from '../../adapters/postgres/page-store.ts';
import { connectDatabase } from '../../adapters/postgres/pool.ts';
import { createGuardedCodeCache } from '../../core/pages/guarded-code-cache.ts';
import { siteFrom } from '../../core/site.ts';
import type { HttpHandler } from '../http-handler.ts';
import { createLogger } from '../logger.ts';
import { errors } from '../middleware/errors.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge } from '../middleware/require-edge.ts';
import { PAGE_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { type Environment, PagesSettings, readSettings } from '../settings.ts';
import { createJoin } from './join.ts';
import { createShowPage } from './show-page.ts';

/** The hosted page and the signups made on it. */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(PagesSettings, environment);
  const logger = createLogger('pages', settings);
  const pool = connectDatabase(settings);
  const site = siteFrom(settings);
  const join = createJoin({ settings, pool, site, logger });
  const show = createShowPage({
    site,
    pages: createPageStore(pool),
    assets: settings.PAGE_ASSETS,
    guardCode: createGuardedCodeCache(),
  });

  return createHttpChain(
    [
      requestContext(logger),
      responseHeaders(PAGE_HEADERS),
      requireEdge(settings.ORIGIN_SECRET),
      errors(logger),
    ],
    (event: APIGatewayProxyEventV2) =>
      event.requestContext.http.method === 'POST' ? join(event) : show(event),
  );
}
