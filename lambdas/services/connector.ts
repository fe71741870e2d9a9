import { createConnectorClient } from '../../adapters/lambda/connector-client.ts';
import type { Connector } from '../../core/customer-database/connector.ts';

interface ConnectorClientSettings {
  readonly AWS_REGION: string;
  readonly CONNECTOR_FUNCTION_NAME: string;
  readonly AWS_ENDPOINT_URL_LAMBDA?: string | undefined;
}

/** The connector of this deployment, for functions that were granted it (`ConnectorClientSettings`). */
export const connectorFrom = (settings: ConnectorClientSettings): Connector =>
  createConnectorClient({
    region: settings.AWS_REGION,
    functionName: settings.CONNECTOR_FUNCTION_NAME,
    endpoint: settings.AWS_ENDPOINT_URL_LAMBDA,
  });
