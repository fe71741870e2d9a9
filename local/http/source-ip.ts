import type { IncomingMessage } from 'node:http';

/** Turns an IPv4 address written as IPv6 into IPv4. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/**
 * The client's address. Behind your own proxy, it is the last address in `X-Forwarded-For`; the client may have
 * invented the others.
 */
export function sourceIp(request: IncomingMessage, trustProxy: boolean): string {
  const socketAddress = plain(request.socket.remoteAddress ?? '');
  if (!trustProxy) return socketAddress;
  const forwarded = request.headers['x-forwarded-for'];
  const list = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return list?.split(',').at(-1)?.trim() || socketAddress;
}
