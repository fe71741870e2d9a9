import { randomFillSync } from 'node:crypto';

/** A call of the generator costs as much for a few bytes as for a thousand, and each signup needs some twice. */
const drawn = Buffer.alloc(4096);
let next = drawn.length;

/**
 * Random bytes of the cryptographic generator, each given out once.
 * @param length - at most 4,096
 * @returns bytes that are good until others are asked for.
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
