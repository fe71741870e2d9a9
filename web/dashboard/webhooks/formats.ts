import type { WebhookFormat } from '../../../core/webhooks/schemas.ts';

/** Formats by their names. */
export const FORMATS: Readonly<Record<WebhookFormat, string>> = {
  standard: 'JSON',
  slack: 'Slack',
  discord: 'Discord',
};

/** What the receiver gets. */
export const describeFormat = (format: WebhookFormat): string =>
  format === 'standard'
    ? 'We POST each event as signed JSON.'
    : 'We post each event as a message, with names and places, without email addresses.';

/** Reads the format from an address: only those of a chat's incoming webhooks are known. */
export function recognizeFormat(url: string): WebhookFormat | null {
  if (!URL.canParse(url.trim())) return null;
  const { hostname, pathname } = new URL(url.trim());
  if (/^hooks\.slack(-gov)?\.com$/.test(hostname) && pathname.startsWith('/services/')) return 'slack';
  if (!/^((ptb|canary)\.)?discord(app)?\.com$/.test(hostname)) return null;
  if (!/^\/api(\/v\d+)?\/webhooks\//.test(pathname)) return null;
  // Discord takes Slack's messages at this address.
  return pathname.endsWith('/slack') ? 'slack' : 'discord';
}

/** The format after the address changed: what was picked stays until the address is that of another receiver. */
export function followUrl(before: string, after: string, format: WebhookFormat): WebhookFormat {
  const recognized = recognizeFormat(after);
  return recognized === recognizeFormat(before) ? format : (recognized ?? format);
}
