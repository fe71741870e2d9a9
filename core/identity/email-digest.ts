import { createHmac } from 'node:crypto';
import { type DigestKey, recognitionKey } from '../kernel/digest-key.ts';
import { readEmail } from './email-address.ts';

/** Emails are equal ignoring case, what is invisible around them, and how their domain is written (contract section 4). */
export function normalizeEmail(email: string): string {
  return readEmail(email).toLowerCase();
}

/**
 * HMAC-SHA-256 of the normalized email, 32 bytes. Keyed, because plain hashes of emails can be guessed by
 * brute force; so the ledger holds no personal data.
 * @param key - the service's digest key. Entries made with another key are not found.
 */
export function digestEmail(key: DigestKey, email: string): Buffer {
  return createHmac('sha256', recognitionKey(key)).update(normalizeEmail(email)).digest();
}
