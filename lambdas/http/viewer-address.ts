import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { header } from '../middleware/api-request.ts';

/**
 * The visitor's IP address. Behind CloudFront it is in a header that the edge overwrites
 * (lib/edge/viewer-request.js). Elsewhere anyone could send that header, so the connection's address
 * counts.
 */
export function viewerAddress(event: APIGatewayProxyEventV2, isBehindEdge: boolean): string {
  const address = isBehindEdge ? header(event, 'x-viewer-address') : event.requestContext.http.sourceIp;
  // Without it, everyone behind one edge location would share one limit.
  if (address === undefined) throw new Error('The edge sent no visitor address');
  return address;
}
