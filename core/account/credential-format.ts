import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Base62 of the CRC-32, most significant digit first, padded with `0` (contract section 2). */
function checksum(text: string): string {
  // Loaded on first use: every function imports this module, and zlib is slow to load.
  let rest = process.getBuiltinModule('node:zlib').crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

/**
 * The format of a kind of credential: a prefix that people and secret scanners recognize, 190 random bits, and a
 * checksum.
 */
export interface CredentialFormat {
  generate(): string;
  /** Checks format and checksum, so that typos cost no query. */
  isWellFormed(text: string): boolean;
}

export function createCredentialFormat(prefix: string): CredentialFormat {
  const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
  return {
    generate() {
      const random = Array.from({ length: RANDOM_LENGTH }, () =>
        ALPHABET.charAt(randomInt(ALPHABET.length)),
      ).join('');
      const body = prefix + random;
      return body + checksum(body);
    },
    isWellFormed(text) {
      if (!pattern.test(text)) return false;
      return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
    },
  };
}

/** The SHA-256 that a credential is stored under. With 190 random bits, a slow hash would add nothing. */
export const hashCredential = (credential: string): Buffer =>
  createHash('sha256').update(credential).digest();
