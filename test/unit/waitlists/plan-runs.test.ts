import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextRun, runsAfter } from '../../../core/waitlists/plan-runs.ts';
import { WEEKDAYS } from '../../../core/waitlists/weekdays.ts';
import { clockIn, MINUTE_MS, modelNextRun } from '../../support/plan-clock.ts';
import { verifies } from '../../support/verifies.ts';

/** Their clocks change by an hour, by half an hour, at midnight, south of the equator, or never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
];

const EVERY_DAY = [...WEEKDAYS];

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'));

describe('the runs of a plan', () => {
  it.each([
    ['Europe/Berlin', '02:30', '2027-03-27T12:00:00.000Z', '2027-03-28T01:00:00.000Z'],
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00.000Z', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '02:30', '2027-03-13T12:00:00.000Z', '2027-03-14T07:00:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00:00.000Z', '2026-10-03T15:30:00.000Z'],
    ['America/Santiago', '00:30', '2026-09-05T12:00:00.000Z', '2026-09-06T04:00:00.000Z'],
  ])(`in %s at %s after %s, %s is next${verifies('plans.clock-changes')}`, (timezone, time, after, run) => {
    expect(nextRun({ days: EVERY_DAY, time, timezone }, new Date(after)).toISOString()).toBe(run);
  });

  it(`are the same as read from a clock, minute by minute${verifies('plans.clock-changes')}`, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        timeOfDay,
        fc.subarray(EVERY_DAY, { minLength: 1 }),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2035-12-31'), noInvalidDate: true }),
        (timezone, time, days, after) => {
          const times = { timezone, time, days };
          expect(nextRun(times, after)).toEqual(modelNextRun(times, after));
        },
      ),
      { numRuns: 40 },
    );
  });

  it(`come once on each planned day of ten years, in order${verifies('plans.clock-changes')}`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), timeOfDay, (timezone, time) => {
        let last = new Date('2026-01-01T12:00:00.000Z');
        const dates = new Set<string>();
        for (const run of runsAfter({ timezone, time, days: EVERY_DAY }, last, 3_652)) {
          expect(run.getTime()).toBeGreaterThan(last.getTime());
          // Never more than the hour that the clocks move besides a day.
          expect(run.getTime() - last.getTime()).toBeLessThanOrEqual(48 * 60 * MINUTE_MS);
          dates.add(clockIn(timezone, run.getTime()).date);
          last = run;
        }
        expect(dates.size).toBe(3_652);
      }),
      { numRuns: 12 },
    );
  });

  it(`run on the clock changes of ten years as a clock shows${verifies('plans.clock-changes')}`, () => {
    for (const timezone of ZONES) {
      let offset = '';
      for (let day = Date.parse('2026-01-01'); day < Date.parse('2036-01-01'); day += 24 * 60 * MINUTE_MS) {
        const now = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).format(
          day,
        );
        const shown = now.slice(now.indexOf('GMT'));
        if (offset !== '' && offset !== shown)
          for (const time of ['00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '03:00', '23:30']) {
            const times = { timezone, time, days: EVERY_DAY };
            const after = new Date(day - 24 * 60 * MINUTE_MS);
            expect(nextRun(times, after)).toEqual(modelNextRun(times, after));
          }
        offset = shown;
      }
    }
  });
});
