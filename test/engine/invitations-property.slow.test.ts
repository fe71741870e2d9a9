import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { verifies } from '../support/verifies.ts';
import { shareEngine } from './engine-fixture.ts';
import { step } from './invitation-steps.ts';
import { openModel } from './invitations-model.ts';

const engine = shareEngine();

describe('invitations under random operations', () => {
  it(`take nobody twice, count themselves, and always settle${verifies('invitations.never-twice', 'invitations.settles')}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
        const model = await openModel(engine);
        for (const each of steps) {
          await model.play(each);
          await model.check();
        }
        await model.settle();
      }),
      { numRuns: 25, seed: 20261125 },
    );
  });
});
