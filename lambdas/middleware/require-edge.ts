import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../core/errors.ts';
import { type ApiMiddleware, header } from './api-request.ts';

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Refuses what came past CloudFront, and so past its firewall, by the secret that CloudFront adds to each request.
 * @param originSecret - undefined where nothing stands in front: everything passes.
 */
export function requireEdge(originSecret: string | undefined): ApiMiddleware {
  return {
    before({ event }) {
      if (originSecret === undefined) return;
      if (!equal(header(event, 'x-origin-secret') ?? '', originSecret)) {
        throw new ApiError('not_found', 'Nothing is at this path');
      }
    },
  };
}
