import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expectTurn, type PlacePlan } from '../../../core/place-pages/expected-turn.ts';
import { WEEKDAYS } from '../../../core/waitlists/weekdays.ts';
import { verifies } from '../../support/verifies.ts';

// A Friday.
const NOW = new Date('2026-11-27T12:00:00.000Z');

const plan: PlacePlan = {
  count: 10,
  days: ['mon', 'thu'],
  timezone: 'Europe/Berlin',
  expiresInDays: 14,
  maxOpen: null,
  nextRunAt: '2026-11-30T08:00:00.000Z',
  accepted: 0,
  ended: 0,
};

const days = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('when it is likely somebody’s turn', () => {
  it.each([
    ['is next in line', 0, {}, '2026-11-30', '2026-11-30'],
    ['is the last of the next run, if everybody accepts', 9, {}, '2026-11-30', '2026-12-03'],
    ['is the first of the second run', 10, {}, '2026-12-03', '2026-12-07'],
    ['waits where half accept', 99, {}, '2026-12-31', '2027-02-04'],
    ['waits where nearly everybody accepts', 99, { accepted: 998, ended: 0 }, '2026-12-31', '2027-01-07'],
    // At most 20 are open, for 14 days each: 5 of each run.
    ['waits where few invitations may be open', 19, { maxOpen: 20 }, '2026-12-03', '2026-12-24'],
  ])(`who %s${verifies('plans.expected')}`, (_, ahead, changes, from, to) => {
    expect(expectTurn({ ...plan, ...changes }, ahead, NOW)).toEqual({ from, to });
  });

  it(`is today while the run of an earlier day is late${verifies('plans.expected')}`, () => {
    const late = { ...plan, nextRunAt: '2026-11-26T08:00:00.000Z' };
    expect(expectTurn(late, 0, NOW)).toEqual({ from: '2026-11-27', to: '2026-11-27' });
  });

  it(`is a day of the plan’s time zone${verifies('plans.expected')}`, () => {
    const tokyo = { ...plan, timezone: 'Asia/Tokyo', nextRunAt: '2026-11-30T22:00:00.000Z' };
    expect(expectTurn(tokyo, 0, NOW)?.from).toBe('2026-12-01');
  });

  it(`is not told beyond 180 days, or of an audience${verifies('plans.expected-unknown')}`, () => {
    expect(expectTurn(plan, 10_000, NOW)).toBeNull();
    expect(expectTurn({ ...plan, accepted: 0, ended: 1_000 }, 99, NOW)).toBeNull();
    expect(expectTurn({ ...plan, audience: { minReferrals: 1 } }, 0, NOW)).toBeNull();
    expect(expectTurn({ ...plan, audience: {} }, 0, NOW)).not.toBeNull();
  });

  it(`is not told where hardly anybody accepts and the line is long${verifies('plans.expected-unknown')}`, () => {
    const slowest = { ...plan, count: 1, maxOpen: 1, expiresInDays: 90, accepted: 0, ended: 10_000 };
    expect(expectTurn(slowest, 1_000, NOW)).toBeNull();
    expect(expectTurn({ ...slowest, days: ['mon', 'tue', 'wed'] }, 10_000_000, NOW)).toBeNull();
  });

  it(`never has passed, and is wider further away${verifies('plans.expected')}`, () => {
    fc.assert(
      fc.property(
        fc.record({
          count: fc.integer({ min: 1, max: 10_000 }),
          days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
          expiresInDays: fc.integer({ min: 1, max: 90 }),
          maxOpen: fc.option(fc.integer({ min: 1, max: 1_000 })),
          accepted: fc.nat(1_000),
          ended: fc.nat(1_000),
        }),
        fc.integer({ min: -20, max: 6 }),
        fc.nat(3_000),
        fc.nat(3_000),
        (changes, nextInDays, ahead, more) => {
          const nextRunAt = new Date(NOW.getTime() + nextInDays * 86_400_000).toISOString();
          const asked = { ...plan, ...changes, nextRunAt };
          const near = expectTurn(asked, ahead, NOW);
          const far = expectTurn(asked, ahead + more, NOW);
          if (near === null) return expect(far).toBeNull();
          expect(near.from >= '2026-11-27' && near.from <= near.to).toBe(true);
          if (far === null) return;
          expect(far.from >= near.from && far.to >= near.to).toBe(true);
          // Both ends are rounded up to a run, and runs are not evenly spread over a week.
          expect(days(far)).toBeGreaterThanOrEqual(days(near) - 7);
        },
      ),
    );
  });
});
