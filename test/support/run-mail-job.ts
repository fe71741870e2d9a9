import type { SendPace } from '../../core/email/send-pace.ts';
import type { OutboxJob } from '../../core/outbox/outbox-store.ts';
import type { BatchHandler, JobContext, JobOutcome, JobResult } from '../../core/outbox/run-outbox.ts';

/** Sends at once. */
export const NO_PACE: SendPace = {
  refresh: async () => {},
  groupSize: async () => 50,
  turn: async () => true,
  taken: () => {},
  throttled: () => {},
};

/** Runs one job of a kind that runs several together. */
export async function runMailJob(
  handle: BatchHandler,
  job: OutboxJob,
  context: JobContext = { remainingMs: () => 1_000 },
): Promise<JobOutcome> {
  const results: JobResult[] = [];
  for await (const group of handle([job], context)) results.push(...group);
  const [result] = results;
  if (results.length !== 1 || !result) throw new Error(`One job had ${results.length} results`);
  if (result.outcome.status === 'rejected') throw result.outcome.reason;
  return result.outcome.value;
}
