import { isIP } from 'node:net';

/** The name in a `Host` header, without its port; `undefined` for what is none. */
function nameOf(host: string): string | undefined {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
  return name?.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Whether a `Host` header names this server by a name that is only its own: that of `BASE_URL`, `localhost`, or an
 * address. A page of a stranger can point its own name at loopback and would then read as its own what is answered under
 * that name (DNS rebinding); it cannot use one of these.
 */
export function createHostCheck(baseUrl: string): (host: string | undefined) => boolean {
  const own = new Set(['localhost', new URL(baseUrl).hostname]);
  return host => {
    const name = host === undefined ? undefined : nameOf(host);
    return name !== undefined && (own.has(name) || isIP(name) !== 0);
  };
}
