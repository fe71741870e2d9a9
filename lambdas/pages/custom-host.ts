import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { hostName } from '../../core/domains/host-name.ts';
import type { Site } from '../../core/kernel/site.ts';
import { header } from '../middleware/api-request.ts';

/**
 * The requested custom domain; null for our own host. API Gateway sees only its own name, so the requested
 * host is in a header that the edge overwrites (lib/edge/viewer-request.js, lib/edge/domain-request.js).
 * The local server does the same.
 */
export function customHost(event: APIGatewayProxyEventV2, site: Site, isBehindEdge: boolean): string | null {
  const asked = header(event, 'x-viewer-host');
  if (asked === undefined) {
    // Without the header we cannot know the host, and our pages must never appear under a customer's
    // domain.
    if (isBehindEdge) throw new Error('The edge sent no host');
    return null;
  }
  const name = hostName(asked) ?? '';
  return name === hostName(new URL(site.baseUrl).host) ? null : name;
}
