import type { IncomingMessage } from 'node:http';

/** `127.0.0.1` for the same address written as IPv6. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/**
 * The address a request comes from: the socket's. Behind a proxy of one's own that is the proxy's, and the one it saw
 * is the last it added to `X-Forwarded-For`; what stands before it the client may have made up.
 */
export function sourceIp(request: IncomingMessage, trustProxy: boolean): string {
  const socketAddress = plain(request.socket.remoteAddress ?? '');
  if (!trustProxy) return socketAddress;
  const forwarded = request.headers['x-forwarded-for'];
  const list = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return list?.split(',').at(-1)?.trim() || socketAddress;
}
