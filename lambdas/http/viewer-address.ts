import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { header } from '../middleware/api-request.ts';

/**
 * The address a visitor comes from. Behind CloudFront it stands in a header that is set at the edge, over whatever the
 * visitor sent (lib/edge/viewer-request.js); elsewhere that header is anybody's, and the connection's address counts.
 */
export function viewerAddress(event: APIGatewayProxyEventV2, isBehindEdge: boolean): string {
  const address = isBehindEdge ? header(event, 'x-viewer-address') : event.requestContext.http.sourceIp;
  // Without it everyone behind one edge location would share one limit, and nobody would notice.
  if (address === undefined) throw new Error('The edge did not say where the visitor comes from');
  return address;
}
