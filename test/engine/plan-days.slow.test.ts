import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { verifies } from '../support/verifies.ts';
import { openEngine } from './engine-fixture.ts';
import { openPlanDays } from './plan-days.ts';
import { day, planInput } from './plan-steps.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('sixty days of a plan', () => {
  it.each([
    ['2026-10-01T10:00:00.000Z', 1],
    ['2027-02-25T10:00:00.000Z', 2],
  ])(
    `from %s go as in the model: each run once, nobody twice, nobody passed over, the cap held${verifies('plans.run', 'plans.once', 'plans.max-open', 'plans.reminder', 'plans.nobody', 'plans.clock-changes')}`,
    async (start, seed) => {
      const [plan, days] = fc.sample(
        fc.tuple(planInput, fc.array(day, { minLength: 60, maxLength: 60, size: 'max' })),
        { seed, numRuns: 1 },
      )[0] ?? [null, []];
      const engine = await openEngine();
      cleanups.push(engine.close);
      const simulation = await openPlanDays(engine, Date.parse(start));
      cleanups.push(simulation.stop);
      await simulation.join(150);
      await simulation.setPlan(plan && { ...plan, paused: false });
      for (const { steps, isUp } of days) await simulation.pass(steps, isUp);
      const [expected, made] = await simulation.batches();
      expect(made).toBe(expected);
      expect(made).toBeGreaterThan(15);
    },
  );
});
