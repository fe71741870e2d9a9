import { describe, expect, it } from '@jest/globals';
import { conversion, sumDays } from '../../../web/dashboard/waitlists/conversion.ts';

describe('conversion', () => {
  it.each([
    [0, 0, null],
    [3, 0, null],
    [0, 10, 0],
    [1, 8, 0.125],
    [4, 4, 1],
    [54, 1, null],
  ])('%d signups of %d visits: %s', (signups, visits, share) => {
    expect(conversion({ signups, visits })).toBe(share);
  });

  it('adds up days', () => {
    const day = (signups: number, visits: number) => ({ date: '2026-01-01', signups, visits });
    expect(sumDays([day(1, 10), day(2, 20)])).toEqual({ signups: 3, visits: 30 });
  });
});
