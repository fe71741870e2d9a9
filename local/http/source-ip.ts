import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The client's address. Behind your own proxy, it is the last address in `X-Forwarded-For`; the client may have
 * invented the others. Anything but an address means that no proxy of yours set it.
 */
export function sourceIp(request: IncomingMessage, trustProxy: boolean): string {
  const socketAddress = request.socket.remoteAddress ?? '';
  if (!trustProxy) return socketAddress;
  const forwarded = request.headers['x-forwarded-for'];
  const list = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '');
  const last = list.split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? socketAddress : last;
}
