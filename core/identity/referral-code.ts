import { takeRandomBytes } from './random-bytes.ts';

/** Crockford's base 32 in lower case: without i, l, o, and u, which are easy to misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** A random code of 10 characters, 50 bits. 32 divides 256, so characters are uniform. */
export function generateReferralCode(): string {
  let code = '';
  for (const byte of takeRandomBytes(LENGTH)) code += ALPHABET.charAt(byte & 31);
  return code;
}

/** A link may stand before it; then the first run of letters and digits counts, up to what no code has. */
const PASTED = /^(?:(?:.*[?&])?ref=)?[^0-9a-z]*([0-9a-hjkmnp-tv-z]+)/s;

/** Characters of a pasted text that are read: far more than a link with a code. */
const READ_LENGTH = 2_000;

/**
 * The code in a text as people paste, retype, and decorate it: ` K3M9…`, `k3m9….`, `k3m9…?utm_source=x` (contract section 4).
 * @returns null if there is none
 */
export function readReferralCode(text: string): string | null {
  const code = PASTED.exec(text.slice(0, READ_LENGTH).normalize('NFKC').toLowerCase())?.[1];
  return code ?? null;
}
