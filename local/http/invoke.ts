import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ApiError, internalError } from '../../core/kernel/errors.ts';
import type { HttpHandler } from '../../lambdas/http/http-handler.ts';
import { exceedsLambda, TIMEOUT_MS } from './limits.ts';

/** The context that Lambda passes to a function. */
export function createContext(functionName: string, requestId: string, timeoutMs = TIMEOUT_MS): Context {
  const deadline = performance.now() + timeoutMs;
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.ceil(deadline - performance.now())),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

export const payloadTooLarge = (): ApiError =>
  new ApiError('payload_too_large', 'The request is larger than 6 MB', {
    resolution: 'Send less than 6 MB in one request.',
  });

/**
 * Calls an HTTP function within Lambda's limits, so that what works here works there.
 * @throws {ApiError} like {@link callFunction}
 */
export const invoke = (
  functionName: string,
  handler: HttpHandler,
  event: APIGatewayProxyEventV2,
  timeoutMs = TIMEOUT_MS,
): Promise<APIGatewayProxyStructuredResultV2> =>
  callFunction(functionName, handler, event, {
    requestId: event.requestContext.requestId,
    timeoutMs,
    lengthOf: ({ body }) => body?.length ?? 0,
  });

interface CallOptions {
  readonly requestId: string;
  readonly timeoutMs?: number;
  /** The length of the only member that may be large. */
  readonly lengthOf?: (payload: { readonly body?: string | undefined }) => number;
}

/**
 * Calls any function within Lambda's limits.
 * @throws {ApiError} `payload_too_large`, or `internal_error` if the function throws, takes 30 s, or returns more than
 * 6 MB
 */
export async function callFunction<Event extends object, Result extends object>(
  functionName: string,
  handler: (event: Event, context: Context) => Promise<Result>,
  event: Event,
  { requestId, timeoutMs = TIMEOUT_MS, lengthOf = () => 0 }: CallOptions,
): Promise<Result> {
  if (exceedsLambda(event, lengthOf(event))) throw payloadTooLarge();
  const context = createContext(functionName, requestId, timeoutMs);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${functionName} took more than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const result = await Promise.race([handler(event, context), timeout]);
    if (exceedsLambda(result, lengthOf(result))) {
      throw new Error(`${functionName} returned more than 6 MB`);
    }
    return result;
  } catch (error) {
    throw internalError(
      error instanceof Error ? error : new Error('A function threw something other than an Error'),
    );
  } finally {
    clearTimeout(timer);
  }
}
