import type { Logger } from '@aws-lambda-powertools/logger';
import { type ApiError, toApiError } from '../../core/kernel/errors.ts';
import { type ApiMiddleware, type ApiRequest, type ApiResponse, json } from './api-request.ts';
import { describeFailure } from './describe-failure.ts';

/** How an error is answered. */
export type ErrorAnswer = (error: ApiError, requestId: string, event: ApiRequest['event']) => ApiResponse;

/** Specification section 7. */
const errorBody: ErrorAnswer = (error, requestId) =>
  json(error.status, error.toBody(requestId), error.headers);

/** Answers thrown values and logs their cause. */
export function errors(logger: Logger, answer = errorBody): ApiMiddleware {
  return {
    onError(request) {
      const { requestId } = request.context.state;
      const error = toApiError(request.error);
      if (error.cause !== undefined) {
        const level = error.status >= 500 ? 'error' : 'info';
        logger[level]('request failed', { requestId, code: error.code, cause: describeFailure(error.cause) });
      }
      request.response = answer(error, requestId, request.event);
    },
  };
}
