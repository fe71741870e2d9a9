import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { clientSettings, timeouts } from '../aws-client.ts';

/** Calls a function and waits for its result. */
export type Invoke = (payload: unknown) => Promise<unknown>;

interface InvokerOptions {
  readonly region: string;
  readonly functionName: string;
  /** Only for stand-ins of Lambda. */
  readonly endpoint?: string | undefined;
  /** Longer than the function's timeout. */
  readonly answerMs?: number;
  readonly maxAttempts?: number;
}

/**
 * {@link Invoke} of a Lambda function.
 * @throws {Error} if it cannot be called or fails; its own log has the reason
 */
export function createInvoker({
  region,
  functionName,
  endpoint,
  answerMs = 27_000,
  maxAttempts = 2,
}: InvokerOptions): Invoke {
  const client = new LambdaClient({
    ...clientSettings({ region, endpoint }),
    maxAttempts,
    requestHandler: timeouts({ connectMs: 2_000, answerMs }),
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
