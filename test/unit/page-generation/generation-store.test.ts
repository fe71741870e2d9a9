import { describe, expect, it } from '@jest/globals';
import { secondsUntilGeneration } from '../../../core/page-generation/generation-store.ts';

describe('the next page generation', () => {
  it.each([
    [0, 3, '2026-05-31T23:59:00Z', 0],
    [2, 3, '2026-05-31T23:59:00Z', 0],
    [3, 3, '2026-05-31T23:59:00Z', 61],
    [4, 3, '2026-05-31T23:59:59.500Z', 2],
    [100, 100, '2026-12-31T00:00:00Z', 24 * 3600 + 1],
    [0, 0, '2026-02-28T12:00:00Z', 12 * 3600 + 1],
  ])('with %d of %d used at %s may start after %d s', (used, quota, now, seconds) => {
    expect(secondsUntilGeneration(used, quota, new Date(now))).toBe(seconds);
  });
});
