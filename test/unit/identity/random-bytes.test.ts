import { describe, expect, it } from '@jest/globals';
import { takeRandomBytes } from '../../../core/identity/random-bytes.ts';

describe('random bytes', () => {
  it('have the requested length, and never repeat', () => {
    const lengths = [16, 10, 4096, 1, 16];
    expect(lengths.map(length => takeRandomBytes(length).length)).toEqual(lengths);
    const drawn = Array.from({ length: 2000 }, () => takeRandomBytes(16).toString('hex'));
    expect(new Set(drawn).size).toBe(2000);
  });

  it('take every value about as often', () => {
    const counts = new Array<number>(256).fill(0);
    for (let n = 0; n < 10_000; n++)
      for (const byte of takeRandomBytes(26)) counts[byte] = (counts[byte] ?? 0) + 1;
    // 1,015 each are expected, with a standard deviation of 32; ten of those are not by chance.
    expect(Math.min(...counts)).toBeGreaterThan(695);
    expect(Math.max(...counts)).toBeLessThan(1335);
  });
});
