import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { clientSettings, timeouts } from '../aws-client.ts';

/** Calls a function and waits for its result. */
export type Invoke = (payload: unknown) => Promise<unknown>;

interface InvokerOptions {
  readonly region: string;
  readonly functionName: string;
}

/**
 * {@link Invoke} of a Lambda function.
 * @throws {Error} if it cannot be called or fails; its own log has the reason
 */
export function createInvoker({ region, functionName }: InvokerOptions): Invoke {
  const client = new LambdaClient({
    ...clientSettings({ region }),
    maxAttempts: 2,
    requestHandler: timeouts({ connectMs: 2_000, answerMs: 27_000 }),
  });
  return async payload => {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(payload)) }),
    );
    if (FunctionError !== undefined || !Payload)
      throw new Error(`${functionName} failed: ${FunctionError ?? 'no result'}`);
    return JSON.parse(Buffer.from(Payload).toString());
  };
}
