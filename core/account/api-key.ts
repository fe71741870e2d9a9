import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Every live key begins with this (specification section 5). */
export const KEY_PREFIX = 'ar_live_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** How much of a key a person is shown to recognise it by. */
const SHOWN_LENGTH = KEY_PREFIX.length + 4;

const KEY_FORM = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Base62 of the CRC-32, most significant digit first, padded with `0` (contract section 2). */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

/** A new key. It is shown to its owner once; only {@link hashApiKey} of it is kept. */
export function generateApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
  const body = KEY_PREFIX + random;
  return body + checksum(body);
}

/** Whether a string can be a key at all, by form and checksum; a typing error is told without asking the database. */
export function isWellFormedApiKey(key: string): boolean {
  if (!KEY_FORM.test(key)) return false;
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === key.slice(-CHECKSUM_LENGTH);
}

/**
 * SHA-256 of a key, by which it is found. A key holds 190 random bits, so a slow password hash would add nothing.
 */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The part of a key that may be shown again. */
export const apiKeyPrefix = (key: string): string => key.slice(0, SHOWN_LENGTH);
