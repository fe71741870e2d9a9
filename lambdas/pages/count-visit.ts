import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { VisitCounter } from '../../core/pages/visit-counter.ts';
import { header } from '../middleware/api-request.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import type { createLogger } from '../services/logger.ts';

const ROBOT = /bot|crawl|spider|preview|headless|lighthouse/i;

/**
 * Whether a person opened a page (`navigate`), or a page of another site that has the form (`cors`). Every current browser says
 * how it uses an answer; scripts and most robots do not. A page loaded ahead or again is no new visit.
 */
export function isVisit(event: APIGatewayProxyEventV2, mode: 'navigate' | 'cors'): boolean {
  return (
    event.requestContext.http.method === 'GET' &&
    header(event, 'sec-fetch-mode') === mode &&
    header(event, 'sec-purpose') === undefined &&
    header(event, 'cache-control') === undefined &&
    !ROBOT.test(header(event, 'user-agent') ?? '')
  );
}

/** Counts a visit; the page is served even when that fails. */
export function createCountVisit(visits: VisitCounter, logger: ReturnType<typeof createLogger>) {
  return async (event: APIGatewayProxyEventV2, mode: 'navigate' | 'cors', slug: string): Promise<void> => {
    if (!isVisit(event, mode)) return;
    try {
      await visits.count(slug);
    } catch (error) {
      logger.warn('visit not counted', { cause: describeFailure(error) });
    }
  };
}

export type CountVisit = ReturnType<typeof createCountVisit>;
