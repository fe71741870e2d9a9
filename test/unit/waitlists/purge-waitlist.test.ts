import { describe, expect, it } from '@jest/globals';
import { RESERVE_MS } from '../../../core/outbox/job.ts';
import { purgeWaitlistJob } from '../../../core/waitlists/purge-waitlist.ts';
import { runJob } from '../../support/run-job.ts';

/** Purges a waitlist that takes three batches. */
async function purge(remainingMs: () => number) {
  let batches = 0;
  const store = {
    async purgeBatch() {
      batches++;
      return { finished: batches === 3, remaining: 3 - batches };
    },
  };
  return {
    outcome: await runJob(
      purgeWaitlistJob.start({ purges: store }),
      { waitlistId: '1', payload: {} },
      { remainingMs },
    ),
    batches,
  };
}

describe('a deleted waitlist', () => {
  it('is purged batch by batch until nothing is left', async () => {
    expect(await purge(() => RESERVE_MS)).toEqual({ outcome: 'done', batches: 3 });
  });

  it('is purged further by a later run when time runs short', async () => {
    expect(await purge(() => RESERVE_MS - 1)).toEqual({ outcome: 'more', batches: 1 });
  });
});
