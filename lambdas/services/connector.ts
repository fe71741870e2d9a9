import { createInvoker } from '../../adapters/lambda/invoker.ts';
import type { Connector } from '../../core/customer-database/connector.ts';
import { connectorOver } from '../../core/customer-database/connector-codec.ts';
import type { connector } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** {@link Connector} that calls this deployment's function `database-connector`. */
export const connectorFrom = (settings: Settings<typeof connector>): Connector =>
  connectorOver(
    createInvoker({
      region: settings.AWS_REGION,
      functionName: settings.CONNECTOR_FUNCTION_NAME,
      endpoint: settings.AWS_ENDPOINT_URL_LAMBDA,
      // Within the 29 s of a caller that answers HTTP, which leaves no time for a retry. The outbox tries again.
      answerMs: 17_000,
      maxAttempts: 1,
    }),
  );
