import * as z from 'zod';
import { defineJob } from '../outbox/job.ts';
import type { ErasureStore } from './erasure-store.ts';

/** Repeats, a minute later, what erasing an entry does after its commit, in case the process died in between. */
export const forgetReferrerJob = defineJob({
  kind: 'forget_referrer',
  payload: z.object({ entryId: z.uuid(), code: z.string() }),
  lane: { slots: 2 },
  run:
    ({ erasures }: { readonly erasures: Pick<ErasureStore, 'forgetReferrer'> }) =>
    async ({ waitlistId, payload }) => {
      await erasures.forgetReferrer({ waitlistId, ...payload });
      return 'done';
    },
});
