import { ValidationError } from './errors.ts';
import { text } from './schemas.ts';
import type { Site } from './site.ts';

/** No whitespace or control characters, which parsers drop silently, and no credentials. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e\u00a1-\uffff]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** An absolute URL. `requireSecureUrl` refuses http, which depends on the site. */
export const HttpsUrl = () =>
  text({ max: 2048 })
    .refine(isHttpUrl, { error: 'must be an absolute https url' })
    .meta({ format: 'uri', maxLength: 2048 });

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Refuses a URL without TLS, except on loopback where the site allows that.
 * @throws {ValidationError} at `path`
 */
export function requireSecureUrl(site: Site, path: string, value: string): URL {
  const url = new URL(value);
  const secure = url.protocol === 'https:' || (site.allowInsecureLoopback && isLoopback(url.hostname));
  if (!secure) throw ValidationError.at(path, 'must be an https url');
  return url;
}
