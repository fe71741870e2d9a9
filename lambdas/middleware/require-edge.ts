import { timingSafeEqual } from 'node:crypto';
import { hostName } from '../../core/domains/host-name.ts';
import { nothingHere } from '../../core/kernel/errors.ts';
import type { Site } from '../../core/kernel/site.ts';
import { type ApiMiddleware, header } from './api-request.ts';

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Refuses requests that bypassed CloudFront and its firewall: CloudFront adds a secret to each request.
 * @param originSecret - undefined if there is no CloudFront in front: everything passes
 */
export function requireEdge(originSecret: string | undefined): ApiMiddleware {
  return {
    before({ event }) {
      if (originSecret === undefined) return;
      if (!equal(header(event, 'x-origin-secret') ?? '', originSecret)) throw nothingHere();
    },
  };
}

/**
 * Refuses requests for another host. Custom domains show a page; the API, the documentation, and the
 * dashboard must never answer under a customer's domain, whatever the edge lets through.
 * @param originSecret - undefined if there is no CloudFront that names the host
 */
export function requireOwnHost(originSecret: string | undefined, site: Pick<Site, 'baseUrl'>): ApiMiddleware {
  const own = hostName(new URL(site.baseUrl).host);
  return {
    before({ event }) {
      if (originSecret === undefined) return;
      if (hostName(header(event, 'x-viewer-host') ?? '') !== own) throw nothingHere();
    },
  };
}
