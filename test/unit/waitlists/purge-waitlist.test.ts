import { describe, expect, it } from '@jest/globals';
import { RESERVE_MS } from '../../../core/outbox/run-outbox.ts';
import { purgeWaitlist } from '../../../core/waitlists/purge-waitlist.ts';

/** Purges a waitlist that takes three batches. */
async function purge(remainingMs: () => number) {
  let batches = 0;
  const store = {
    async purgeBatch() {
      batches++;
      return { finished: batches === 3, remaining: 3 - batches };
    },
  };
  const job = {
    id: '1',
    attempts: 1,
    failures: 0,
    kind: 'purge_waitlist',
    waitlistId: '1',
    payload: {},
    createdAt: new Date(),
  };
  return { outcome: await purgeWaitlist(store)(job, { remainingMs }), batches };
}

describe('a deleted waitlist', () => {
  it('is purged batch by batch until nothing is left', async () => {
    expect(await purge(() => RESERVE_MS)).toEqual({ outcome: 'done', batches: 3 });
  });

  it('is purged further by a later run when time runs short', async () => {
    expect(await purge(() => RESERVE_MS - 1)).toEqual({ outcome: 'more', batches: 1 });
  });
});
