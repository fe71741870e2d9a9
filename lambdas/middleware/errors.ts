import type { Logger } from '@aws-lambda-powertools/logger';
import { toApiError } from '../../core/kernel/errors.ts';
import { type ApiMiddleware, json } from './api-request.ts';
import { describeFailure } from './describe-failure.ts';

/** Turns thrown values into error bodies (specification section 7) and logs their cause. */
export function errors(logger: Logger): ApiMiddleware {
  return {
    onError(request) {
      const { requestId } = request.context.state;
      const error = toApiError(request.error);
      if (error.cause !== undefined) {
        const level = error.status >= 500 ? 'error' : 'info';
        logger[level]('request failed', { requestId, code: error.code, cause: describeFailure(error.cause) });
      }
      request.response = json(error.status, error.toBody(requestId), error.headers);
    },
  };
}
