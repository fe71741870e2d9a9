import * as z from 'zod';
import type { JobHandler } from '../outbox/run-outbox.ts';
import type { ErasureStore } from './erasure-store.ts';

const Payload = z.object({ entryId: z.uuid(), code: z.string() });

/**
 * The job `forget_referrer`: repeats, a minute later, what erasing an entry does after its commit, in case the process
 * died in between.
 */
export function forgetReferrer(erasures: ErasureStore): JobHandler {
  return async ({ waitlistId, payload }) => {
    await erasures.forgetReferrer({ waitlistId, ...Payload.parse(payload) });
    return 'done';
  };
}
