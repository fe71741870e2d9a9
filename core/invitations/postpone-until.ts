import type { JobOutcome } from '../outbox/job.ts';

/** A job whose time comes later. */
export const postponeUntil = (time: Date): JobOutcome => ({
  postponedSeconds: Math.max(0, Math.ceil((time.getTime() - Date.now()) / 1_000)),
  reason: 'not due',
});
