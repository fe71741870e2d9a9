import { describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS, retryDelaySeconds } from '../../../core/outbox/run-outbox.ts';

describe('retryDelaySeconds', () => {
  it('doubles from 15 s to 4 h, with up to a quarter more', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => retryDelaySeconds(index + 1, () => 0));
    expect(delays.slice(0, 4)).toEqual([15, 30, 60, 120]);
    expect(delays.at(-1)).toBe(4 * 3600);
    expect(retryDelaySeconds(1, () => 0.999)).toBe(19);
  });
});
