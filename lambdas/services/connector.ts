import { createConnectorClient } from '../../adapters/lambda/connector-client.ts';
import type { Connector } from '../../core/customer-database/connector.ts';
import type { connector } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** This deployment's connector to customers' databases. */
export const connectorFrom = (settings: Settings<typeof connector>): Connector =>
  createConnectorClient({
    region: settings.AWS_REGION,
    functionName: settings.CONNECTOR_FUNCTION_NAME,
    endpoint: settings.AWS_ENDPOINT_URL_LAMBDA,
  });
