import { createHmac, type KeyObject } from 'node:crypto';

/** Emails are equal ignoring case and surrounding spaces (contract section 4). */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * HMAC-SHA-256 of the normalized email, 32 bytes. Keyed, because plain hashes of emails can be guessed by
 * brute force; so the ledger holds no personal data.
 * @param key - the service's digest key. Entries made with another key are not found.
 */
export function digestEmail(key: KeyObject | Buffer, email: string): Buffer {
  return createHmac('sha256', key).update(normalizeEmail(email)).digest();
}
