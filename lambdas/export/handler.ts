import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createAuthenticator } from '../../adapters/postgres/kernel/authenticator.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { exportEntries } from '../../core/entries/export-entries.ts';
import { connector, openDatabase } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import { toHttpEvent } from '../http/rest-event.ts';
import { lambdaRuntime, type StreamingHandler, type StreamingRuntime } from '../http/streaming.ts';
import { createDownloadHandler } from '../middleware/download-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createLogger } from '../services/logger.ts';
import { createSealer } from '../services/sealer.ts';
import { siteFrom } from '../services/site.ts';

export const needs = [...API_NEEDS, connector, openDatabase] as const;

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
    operations: [exportEntries],
    services: {
      waitlists: createWaitlistStore(pool),
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
