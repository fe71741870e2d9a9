import { isIP } from 'node:net';
import { ConnectorError } from '../customer-database/connector.ts';
import { checkHostName, isAllowedAddress, isLoopback } from '../customer-database/host-name.ts';
import { ValidationError } from '../kernel/errors.ts';
import { isHttpUrl } from '../kernel/https-url.ts';
import type { Site } from '../kernel/site.ts';

/** The host of a url in the form that sockets take: without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether a host can be public by its form. What a name resolves to is checked when something is sent. */
function isPublicHost(host: string): boolean {
  try {
    const name = checkHostName(host);
    return isIP(name) ? isAllowedAddress(name, false) : name !== 'localhost';
  } catch (error) {
    if (error instanceof ConnectorError) return false;
    throw error;
  }
}

/**
 * Checks the form of a webhook's url. `undefined` is valid: it was not sent.
 * @throws {ValidationError} naming `url`
 */
export function checkWebhookUrl(
  { allowInsecureLoopback }: Pick<Site, 'allowInsecureLoopback'>,
  url: string | undefined,
): void {
  if (url === undefined) return;
  if (!isHttpUrl(url)) throw ValidationError.at('url', 'must be an absolute https url without credentials');
  const parsed = new URL(url);
  const host = hostOf(parsed);
  if (allowInsecureLoopback && (host === 'localhost' || isLoopback(host))) return;
  if (parsed.protocol !== 'https:') throw ValidationError.at('url', 'must be an https url');
  if (!isPublicHost(host)) throw ValidationError.at('url', 'must have a public host name or address');
}
