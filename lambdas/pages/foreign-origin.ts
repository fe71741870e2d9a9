import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { pageUrl, type Site } from '../../core/kernel/site.ts';
import { header } from '../middleware/api-request.ts';

/** The site that a signup comes from; null for our own pages, the waitlist's domain, and programs. */
export function foreignOrigin(
  event: APIGatewayProxyEventV2,
  site: Site,
  domain: string | null,
): string | null {
  const origin = header(event, 'origin');
  const own = new URL(domain === null ? site.baseUrl : pageUrl(site, '', domain)).origin;
  return origin === undefined || origin === own ? null : origin;
}
