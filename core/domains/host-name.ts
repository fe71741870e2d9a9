/** What stands in a `Host` header: a name or an address, and maybe a port. */
const HOST_HEADER = /^(?:[^\s/?#@\\:[\]]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/**
 * The name in a `Host` header, in the one form that names are stored and compared in: lower case, punycode, without
 * port or trailing dot.
 * @returns null for what is none.
 */
export function hostName(host: string): string | null {
  if (!HOST_HEADER.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
