import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { ApiError } from '../../core/errors.ts';
import type { HttpHandler } from '../../lambdas/http-handler.ts';
import { exceedsLambda, TIMEOUT_MS } from './limits.ts';

/** What Lambda hands a function beside the event. */
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

const failed = (cause: Error): ApiError =>
  new ApiError('internal_error', 'Something went wrong on our side', {
    cause,
    resolution: 'Try again; if it happens again, report the requestId.',
  });

/**
 * Calls a function within Lambda's limits, so that what passes here passes there.
 * @throws {ApiError} `payload_too_large`, or `internal_error` for a function that throws, takes 30 s or answers with
 * more than 6 MB.
 */
export async function invoke(
  functionName: string,
  handler: HttpHandler,
  event: APIGatewayProxyEventV2,
  timeoutMs = TIMEOUT_MS,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (exceedsLambda(event, event.body?.length ?? 0)) throw payloadTooLarge();
  const context = createContext(functionName, event.requestContext.requestId, timeoutMs);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${functionName} took more than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const result = await Promise.race([handler(event, context), timeout]);
    if (exceedsLambda(result, result.body?.length ?? 0)) {
      throw new Error(`${functionName} answered with more than 6 MB`);
    }
    return result;
  } catch (error) {
    throw failed(error instanceof Error ? error : new Error('A function threw what is no Error'));
  } finally {
    clearTimeout(timer);
  }
}
