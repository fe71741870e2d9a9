import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostName } from '../../core/domains/host-name.ts';

/** The host a request was sent to: this server's own, or one that may be a custom domain. */
export type AskedHost = { readonly isOwn: true } | { readonly isOwn: false; readonly name: string };

/** A request with two `Host` headers; a proxy in front may have read the other one. */
const isAmbiguous = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/**
 * Whether a `Host` header is a name that only this server can have: that of `BASE_URL`, `localhost`, or an address.
 * Another site can point its own name at loopback and then read our responses as its own (DNS rebinding), but not with
 * these names.
 */
export function createHostCheck(baseUrl: string): (host: string | undefined) => boolean {
  const own = new Set(['localhost', hostName(new URL(baseUrl).host)]);
  return host => {
    const name = hostName(host ?? '');
    return name !== null && (own.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0);
  };
}

/**
 * Reads which host a request is for; see {@link createHostCheck}.
 * @returns null for a request with no host, or more than one
 */
export function createHostReader(
  baseUrl: string,
): (request: IncomingMessage, authority: string | undefined) => AskedHost | null {
  const isOwn = createHostCheck(baseUrl);
  return (request, authority) => {
    if (isAmbiguous(request)) return null;
    const { host = '' } = request.headers;
    const name = hostName(host);
    // A request line in absolute form also names the host. If they differ, one is forged.
    if (name === null || (authority !== undefined && hostName(authority) !== name)) return null;
    return isOwn(host) ? { isOwn: true } : { isOwn: false, name };
  };
}
