import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Connector } from '../../core/customer-database/connector.ts';
import { connectorOver } from '../../core/customer-database/connector-codec.ts';
import { clientSettings, timeouts } from '../aws-client.ts';

interface ConnectorClientOptions {
  readonly region: string;
  /** Name or ARN of the function `database-connector`. */
  readonly functionName: string;
  /** Only for stand-ins of Lambda. */
  readonly endpoint?: string | undefined;
}

/** Longer than the function's timeout, but within the 29 s of a caller that answers HTTP. */
const INVOKE_MS = 17_000;

/** {@link Connector} that calls the function `database-connector`. */
export function createConnectorClient({ region, functionName, endpoint }: ConnectorClientOptions): Connector {
  const client = new LambdaClient({
    ...clientSettings({ region, endpoint }),
    // A retry would not fit in the caller's time limit; the outbox retries what must be done.
    maxAttempts: 1,
    requestHandler: timeouts({ connectMs: 2_000, answerMs: INVOKE_MS }),
  });

  return connectorOver(async message => {
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: message }),
    );
    // Out of time or memory, or an invalid message. Its log says which.
    if (FunctionError || !Payload) throw new Error(`The connector failed: ${FunctionError ?? 'no answer'}`);
    return Buffer.from(Payload).toString();
  });
}
