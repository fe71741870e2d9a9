import { hash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/entries/statistics-store.ts';
import { createAuthenticator } from '../../adapters/postgres/kernel/authenticator.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { takeRequest } from '../../adapters/postgres/kernel/take-request.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { downloadExport, EXPORT_LIMIT } from '../../core/entries/download-export.ts';
import { connector, digestKey, openDatabase } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import { toHttpEvent } from '../http/rest-event.ts';
import { lambdaRuntime, type StreamingHandler, type StreamingRuntime } from '../http/streaming.ts';
import { createDownloadHandler } from '../middleware/download-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createLogger } from '../services/logger.ts';
import { createSealer } from '../services/sealer.ts';
import { siteFrom } from '../services/site.ts';

export const needs = [...API_NEEDS, connector, openDatabase, digestKey] as const;

/**
 * Streams a waitlist's signups as a file (ADR 24). Its own function, because only REST APIs stream and a
 * response may take minutes.
 */
export function createHandler(
  environment: Environment,
  runtime: StreamingRuntime = lambdaRuntime(),
): StreamingHandler<APIGatewayProxyEvent> {
  const settings = readSettings(needs, environment);
  const pool = connectDatabase(settings);
  const answer = createDownloadHandler(runtime, {
    operations: [downloadExport],
    services: {
      waitlists: createWaitlistStore(pool),
      statistics: createStatisticsStore(pool),
      digestKey: createDigestKey(settings),
      admitExport: token =>
        takeRequest(pool, Buffer.concat([Buffer.from('x'), hash('sha256', token, 'buffer')]), EXPORT_LIMIT),
      entries: createEntryStore(pool),
      connector: connectorFrom(settings),
      outsideCalls: createOutsideCalls(pool),
      sealer: createSealer(settings),
    },
    site: siteFrom(settings),
    authenticator: createAuthenticator(pool),
    logger: createLogger('export', settings),
    originSecret: settings.ORIGIN_SECRET,
  });
  return runtime.streamifyResponse((event, stream, context) => answer(toHttpEvent(event), stream, context));
}
