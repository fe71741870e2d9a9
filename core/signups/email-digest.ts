import { createHmac, type KeyObject } from 'node:crypto';

/** Emails are the same when they differ only in case and surrounding blanks (contract section 4). */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * HMAC-SHA-256 of the normalised email, 32 bytes. Keyed, because the emails of the world can be tried one by one
 * against a plain hash; the ledger that holds it is thus free of personal data.
 * @param key - the service's digest key; entries made with another key are not recognised.
 */
export function digestEmail(key: KeyObject | Buffer, email: string): Buffer {
  return createHmac('sha256', key).update(normaliseEmail(email)).digest();
}
