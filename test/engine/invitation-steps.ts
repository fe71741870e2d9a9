import fc from 'fast-check';

/** On the waitlist. */
export const PEOPLE = 150;
const who = fc.nat(PEOPLE - 1);
const count = fc.integer({ min: 1, max: 60 });
const nth = fc.nat(20);
/** Something that happens to a waitlist. */
export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('invite' as const),
      counts: fc.array(count, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pick' as const),
      people: fc.array(who, { minLength: 1, maxLength: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mail' as const), emails: nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), emails: nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('redeem' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bounce' as const), who }) },
  { weight: 1, arbitrary: fc.constant({ do: 'toggle' as const }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
