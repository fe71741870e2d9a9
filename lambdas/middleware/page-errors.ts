import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError, nothingHere } from '../../core/kernel/errors.ts';
import { PERSON_PAGE_HEADERS } from '../../core/markup/person-page.ts';
import { renderProblemPage } from '../../core/sessions/sign-in-pages.ts';
import { type ApiMiddleware, header } from './api-request.ts';
import { type ErrorAnswer, errors } from './errors.ts';

/** How error pages look. */
export interface ErrorPage {
  readonly headers: Readonly<Record<string, string>>;
  render(error: ApiError, requestId: string, event: APIGatewayProxyEventV2): string;
}

const PERSON_PAGE: ErrorPage = {
  headers: PERSON_PAGE_HEADERS,
  render: (error, requestId) =>
    renderProblemPage(
      error.message,
      error.toBody(requestId).resolution,
      // Its resolution asks for the id.
      error.code === 'internal_error' ? requestId : undefined,
    ),
};

/** Turns thrown values into an error page and logs their cause. */
export const pageErrors = (logger: Logger, page = PERSON_PAGE): ApiMiddleware =>
  errors(logger, (error, requestId, event) => ({
    statusCode: error.status,
    headers: { ...page.headers, ...error.headers },
    body: page.render(error, requestId, event),
  }));

/** Whether a browser shows the response to a person. The API answers JSON even then. */
const isForPerson = (event: APIGatewayProxyEventV2): boolean =>
  !event.rawPath.startsWith('/api/') && /\btext\/html\b/i.test(header(event, 'accept') ?? '');

interface AudienceOptions {
  readonly page?: ErrorPage;
  /** What else gets a page. */
  readonly isPage?: (event: APIGatewayProxyEventV2) => boolean;
  /** For programs. */
  readonly answer?: ErrorAnswer;
  /** The headers on which the answer depends. */
  readonly vary?: string;
}

/** {@link pageErrors} for browsers, and error bodies for programs. */
export function errorsByAudience(
  logger: Logger,
  { page = PERSON_PAGE, isPage = () => false, answer, vary = 'Accept' }: AudienceOptions = {},
): ApiMiddleware {
  const [forPeople, forPrograms] = [pageErrors(logger, page), errors(logger, answer)];
  return {
    onError(request) {
      (isForPerson(request.event) || isPage(request.event) ? forPeople : forPrograms).onError?.(request);
      if (request.response) request.response.headers.vary = vary;
    },
  };
}

/** 404 for a path that leads nowhere, in words for people or for programs. */
export const unknownPath = (event: APIGatewayProxyEventV2): ApiError =>
  isForPerson(event)
    ? new ApiError('not_found', 'Page not found', {
        resolution: 'The link may be mistyped, or the page may have moved.',
      })
    : nothingHere();
