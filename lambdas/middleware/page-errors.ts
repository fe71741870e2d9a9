import type { Logger } from '@aws-lambda-powertools/logger';
import { renderProblemPage } from '../../core/html/sign-in-pages.ts';
import { toApiError } from '../../core/kernel/errors.ts';
import type { ApiMiddleware } from './api-request.ts';
import { describeFailure } from './describe-failure.ts';

/** Turns thrown values into an error page and logs their cause. */
export function pageErrors(logger: Logger): ApiMiddleware {
  return {
    onError(request) {
      const { requestId } = request.context.state;
      const error = toApiError(request.error);
      if (error.cause !== undefined) {
        const level = error.status >= 500 ? 'error' : 'info';
        logger[level]('request failed', { requestId, code: error.code, cause: describeFailure(error.cause) });
      }
      const { resolution } = error.toBody(requestId);
      request.response = {
        statusCode: error.status,
        headers: { ...error.headers },
        body: renderProblemPage(error.message, resolution),
      };
    },
  };
}
