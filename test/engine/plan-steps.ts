import fc from 'fast-check';
import { WEEKDAYS } from '../../core/waitlists/weekdays.ts';

const nth = fc.nat(1_000);

export const planInput = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    days: fc.subarray([...WEEKDAYS], { minLength: 3 }),
    time: fc.constantFrom('00:30', '02:30', '09:00', '23:45'),
    timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
    expiresInDays: fc.integer({ min: 2, max: 9 }),
    remindAfterDays: fc.constantFrom(null, 1),
    maxOpen: fc.option(fc.integer({ min: 3, max: 30 })),
    paused: fc.nat(4).map(one => one === 0),
  })
  .map(plan => ({ ...plan, audience: undefined }));

/** Something that happens at the end of a day. */
export const dayStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('join' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('redeem' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw_one' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('invite' as const), count: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'crash' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('plan' as const), plan: fc.option(planInput, { freq: 8 }) }),
  },
);
export type DayStep = typeof dayStep extends fc.Arbitrary<infer S> ? S : never;

/** What happens on a day; one day in eight, the worker is down. */
export const day = fc.record({
  steps: fc.array(dayStep, { maxLength: 5 }),
  isUp: fc.nat(7).map(one => one > 0),
});
