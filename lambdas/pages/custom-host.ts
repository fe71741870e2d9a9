import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { hostName } from '../../core/domains/host-name.ts';
import type { Site } from '../../core/kernel/site.ts';
import { header } from '../middleware/api-request.ts';

/**
 * The custom domain that a visitor asked for; null for our own host. API Gateway knows a request by its own name, so
 * what the visitor asked for stands in a header that is set at the edge, over whatever the visitor sent
 * (lib/edge/viewer-request.js, lib/edge/domain-request.js); the local server does the same.
 */
export function customHost(event: APIGatewayProxyEventV2, site: Site, isBehindEdge: boolean): string | null {
  const asked = header(event, 'x-viewer-host');
  if (asked === undefined) {
    // A page of ours under a stranger's name is what must never be: without the header, nothing is shown at all.
    if (isBehindEdge) throw new Error('The edge did not say which host was asked for');
    return null;
  }
  const name = hostName(asked) ?? '';
  return name === hostName(new URL(site.baseUrl).host) ? null : name;
}
