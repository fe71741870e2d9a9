import { randomFillSync } from 'node:crypto';

/** Drawing a few bytes costs as much as a thousand, and each signup needs some twice. */
const drawn = Buffer.alloc(4096);
let next = drawn.length;

/**
 * Cryptographically random bytes, each handed out once.
 * @param length - at most 4,096
 * @returns bytes that are valid until the next call
 */
export function takeRandomBytes(length: number): Buffer {
  if (next + length > drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  const start = next;
  next += length;
  return drawn.subarray(start, next);
}
