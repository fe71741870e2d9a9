import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostName } from '../../core/domains/host-name.ts';

/** Which name a request was sent to: one of this server's own, or one that may be a custom domain. */
export type AskedHost = { readonly isOwn: true } | { readonly isOwn: false; readonly name: string };

/** The `Host` header counts once; with two, whoever stands in front may have read the other one. */
const isAmbiguous = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/**
 * Whether a `Host` header names this server by a name that is only its own: that of `BASE_URL`, `localhost`, or an
 * address. A page of a stranger can point its own name at loopback and would then read as its own what is answered under
 * that name (DNS rebinding); it cannot use one of these.
 */
export function createHostCheck(baseUrl: string): (host: string | undefined) => boolean {
  const own = new Set(['localhost', hostName(new URL(baseUrl).host)]);
  return host => {
    const name = hostName(host ?? '');
    return name !== null && (own.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0);
  };
}

/**
 * Says which host a request is for: one of our own ({@link createHostCheck}), or one that may be a custom domain.
 * @returns null for a request that names no host, or more than one
 */
export function createHostReader(
  baseUrl: string,
): (request: IncomingMessage, authority: string | undefined) => AskedHost | null {
  const isOwn = createHostCheck(baseUrl);
  return (request, authority) => {
    if (isAmbiguous(request)) return null;
    const { host = '' } = request.headers;
    const name = hostName(host);
    // A request line in absolute form names the host as well; where the two differ, somebody is lying.
    if (name === null || (authority !== undefined && hostName(authority) !== name)) return null;
    return isOwn(host) ? { isOwn: true } : { isOwn: false, name };
  };
}
