import type { IncomingMessage } from 'node:http';

/** Turns an IPv4 address written as IPv6 into IPv4. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/**
 * The address a request comes from. Behind your own proxy, that is the last address in `X-Forwarded-For`; the client may
 * have made up the others.
 */
export function sourceIp(request: IncomingMessage, trustProxy: boolean): string {
  const socketAddress = plain(request.socket.remoteAddress ?? '');
  if (!trustProxy) return socketAddress;
  const forwarded = request.headers['x-forwarded-for'];
  const list = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return list?.split(',').at(-1)?.trim() || socketAddress;
}
