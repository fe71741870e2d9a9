import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError } from '../../core/errors.ts';
import { header } from '../middleware/api-request.ts';

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * The address a visitor comes from. Behind CloudFront it stands in a header, which counts only beside the secret that
 * CloudFront adds; a request without the secret came past it, and past its firewall, and is refused.
 */
export function viewerAddress(event: APIGatewayProxyEventV2, originSecret: string | undefined): string {
  const socketAddress = event.requestContext.http.sourceIp;
  if (originSecret === undefined) return socketAddress;
  if (!equal(header(event, 'x-origin-secret') ?? '', originSecret)) {
    throw new ApiError('not_found', 'Nothing is at this path');
  }
  // Set at the edge, over whatever the visitor sent (lib/edge/viewer-request.js).
  return header(event, 'x-viewer-address') ?? socketAddress;
}

/** The first 64 bits of an IPv6 address: what one household or server has to itself. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** What stands for a network in the limiter: a keyed digest of the IPv4 address or the IPv6 /64, 16 bytes. */
export function digestAddress(key: Buffer, address: string): Buffer {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const network = isIPv4(plain) || !isIPv6(plain) ? plain : network64(plain);
  return createHmac('sha256', key).update(`address:${network}`).digest().subarray(0, 16);
}
