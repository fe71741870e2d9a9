import { createHmac } from 'node:crypto';
import { linkToken } from '../identity/link-token.ts';
import { type DigestKey, recognitionKey } from '../kernel/digest-key.ts';
import type { Site } from '../kernel/site.ts';

/** Where the reader of an email can stop the email of its waitlist. */
export const stopUrl = (site: Site, token: string): string => `${site.baseUrl}/u/${token}`;

/** The stop link of an entry. */
export const stopLink = (site: Site, key: DigestKey, entryId: string): string =>
  stopUrl(site, linkToken(key, 'stop', entryId));

/** Where someone leaves the list, after one more click. */
export const leaveUrl = (stopLink: string): string =>
  `${stopLink}${stopLink.includes('?') ? '&' : '?'}leave=ask`;

/** One-click unsubscription (RFC 8058): mail programs show a button that posts to the link. */
export const stopHeaders = (link: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * What is kept of a stop: a keyed digest of waitlist and mailbox. It outlives the entry, and matches nothing else that is
 * kept of the person.
 * @param mailbox - the keyed digest of the mailbox
 */
export const digestStop = (key: DigestKey, waitlistId: string, mailbox: Buffer): Buffer =>
  createHmac('sha256', recognitionKey(key)).update(`stop:${waitlistId}:`).update(mailbox).digest();
