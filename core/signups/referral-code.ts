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
