/** A `Host` header: a name or an address, with an optional port. */
const HOST_HEADER = /^(?:[^\s/?#@\\:[\]]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/**
 * The name in a `Host` header as names are stored and compared: lower case, punycode, no port, no trailing
 * dot.
 * @returns null if it is not valid
 */
export function hostName(host: string): string | null {
  if (!HOST_HEADER.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
