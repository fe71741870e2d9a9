import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { VisitCounter } from '../../core/pages/page-store.ts';
import { visitSource } from '../../core/signups/visit-source.ts';
import { SLUG_PATTERN } from '../../core/waitlists/waitlist-ref.ts';
import { type ApiResponse, header } from '../middleware/api-request.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { jsonOfAnyType } from '../middleware/json-body.ts';
import type { createLogger } from '../services/logger.ts';

const ROBOT = /bot|crawl|spider|preview|headless|lighthouse/i;

/** The source that a beacon names. Whatever is wrong with it, the visit counts. */
function sourceOf(event: APIGatewayProxyEventV2): string {
  try {
    return visitSource(jsonOfAnyType(event));
  } catch {
    return visitSource({});
  }
}

/**
 * `POST /w/{slug}/visits`: a browser has opened the page, or a page of another site with the form, and says so itself, because
 * the page may come from a cache. The answer is always the same, also when counting fails: nobody waits for it.
 */
export function createCountVisit(visits: VisitCounter, logger: ReturnType<typeof createLogger>) {
  return async (event: APIGatewayProxyEventV2): Promise<ApiResponse> => {
    const slug = event.pathParameters?.slug ?? '';
    if (SLUG_PATTERN.test(slug) && !ROBOT.test(header(event, 'user-agent') ?? '')) {
      await visits
        .count(slug, sourceOf(event))
        .catch(error => logger.warn('visit not counted', { cause: describeFailure(error) }));
    }
    return { statusCode: 204, headers: {} };
  };
}
