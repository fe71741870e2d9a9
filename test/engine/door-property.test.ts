import { beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { verifies } from '../support/verifies.ts';
import { openDoorModel, type Round, watchCapacity } from './door-model.ts';
import { shareEngine } from './engine-fixture.ts';

const engine = shareEngine(24);
beforeAll(() => watchCapacity(engine.pool));

const person = fc.nat(39);
const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('join' as const), who: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), who: person }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('erase' as const), who: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const), who: person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('capacity' as const),
      capacity: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const), isOpen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), isAttached: fc.boolean() }) },
);
const round: fc.Arbitrary<Round> = fc.array(act, { minLength: 1, maxLength: 16 });

describe('the door under random operations at once', () => {
  it(`keeps capacity and places exact${verifies('door.model', 'door.capacity-exact', 'door.capacity-counts')}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 12 }), async rounds => {
        const model = await openDoorModel(engine);
        for (const each of rounds) {
          await model.play(each);
          await model.check();
        }
      }),
      { numRuns: 30, seed: 20261127 },
    );
  });
});
