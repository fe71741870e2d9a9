import { createConnector } from '../../adapters/customer-database/connector.ts';
import { answerConnector, type ConnectorAnswer } from '../../core/customer-database/answer-connector.ts';
import { customerDatabases, runtime } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { createLogger } from '../services/logger.ts';

/** Invoked only by our own functions, with messages of `connector-codec.ts`. */
export type ConnectorHandler = (message: unknown) => Promise<ConnectorAnswer>;

export const needs = [runtime, customerDatabases] as const;

/**
 * The only function that talks to customers' databases. It logs nothing of a message, which contains a
 * password and signups.
 */
export function createHandler(environment: Environment): ConnectorHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('database-connector', settings);
  const connector = createConnector({ allowLoopback: settings.ALLOW_LOOPBACK_DATABASES });

  return async message => {
    const started = performance.now();
    const answer = await answerConnector(connector, message);
    const { operation, target } = message as { operation: string; target: { dbType: string } };
    const seen = { operation, dbType: target.dbType, ms: Math.round(performance.now() - started) };
    if ('failure' in answer) {
      const { kind, code } = answer.failure;
      logger.warn('database not reached', { ...seen, kind, ...(code && { code }) });
    } else {
      logger.info('database reached', seen);
    }
    return answer;
  };
}
