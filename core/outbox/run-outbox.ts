import type { OutboxJob, OutboxStore } from './outbox-store.ts';

/** The result of a job: done, more to do, or postponed. */
export type JobOutcome =
  | 'done'
  | 'more'
  | {
      readonly postponedSeconds: number;
      /** Stored with the job. */
      readonly reason: string;
    };

export interface JobContext {
  /** Milliseconds left. Handlers that can stop halfway do so when time runs short. */
  readonly remainingMs: () => number;
}

/** Runs one kind of job. Must be idempotent: it may be called again for the same job. */
export type JobHandler = (job: OutboxJob, context: JobContext) => Promise<JobOutcome>;

/** Totals of a run, for the log and the metrics. */
export interface OutboxReport {
  readonly done: number;
  readonly postponed: number;
  readonly retried: number;
  readonly parked: number;
  /** Whether due jobs may remain because time ran out. */
  readonly unfinished: boolean;
}

export interface OutboxRun extends JobContext {
  readonly outbox: OutboxStore;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Called with every failure. */
  readonly onFailure: (job: OutboxJob, error: unknown, fate: JobFate) => void;
}

/** `unmarked`: the result could not be saved; the lease will end. */
export type JobFate = 'retried' | 'parked' | 'unmarked';

type Result = Extract<JobOutcome, string> | 'postponed' | JobFate;

const BATCH = 20;
/** Longer than a function may run, so a claim never ends while its worker lives. */
export const LEASE_SECONDS = 120;
/** No new batch starts below this: it covers one whose every call times out. */
export const RESERVE_MS = 20_000;
/** With the delays below, a failing job is retried for a day before it is parked. */
export const MAX_ATTEMPTS = 16;
const LONGEST_DELAY_SECONDS = 4 * 3600;

/** 15 s, 30 s, 1 min … 4 h, plus up to 25% so that jobs that failed together spread out. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(15 * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);
  return Math.round(delay * (1 + random() / 4));
}

/**
 * Runs due jobs until none is left or time runs out. Several workers may run at once. Jobs are removed
 * after their work, so a crash in between repeats them.
 */
export async function runOutbox({
  outbox,
  handlers,
  remainingMs,
  onFailure,
}: OutboxRun): Promise<OutboxReport> {
  const counts: Record<Result, number> = {
    done: 0,
    more: 0,
    postponed: 0,
    retried: 0,
    parked: 0,
    unmarked: 0,
  };

  async function work(job: OutboxJob): Promise<JobOutcome | JobFate> {
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`No handler for outbox jobs of kind ${job.kind}`);
      return await handler(job, { remainingMs });
    } catch (error) {
      const fate = job.attempts >= MAX_ATTEMPTS ? 'parked' : 'retried';
      onFailure(job, error, fate);
      // The log has the full, redacted error.
      const reason = error instanceof Error ? error.name : typeof error;
      await (fate === 'parked'
        ? outbox.park(job, reason)
        : outbox.retry(job, { delaySeconds: retryDelaySeconds(job.attempts), error: reason }));
      return fate;
    }
  }

  /**
   * Saving the result is separate from the work: an email must not be sent again because its row could not
   * be removed.
   */
  async function runJob(job: OutboxJob): Promise<Result> {
    try {
      const result = await work(job);
      if (result === 'done') await outbox.complete([job]);
      if (result === 'more') await outbox.again(job);
      if (typeof result === 'string') return result;
      await outbox.retry(job, { delaySeconds: result.postponedSeconds, error: result.reason });
      return 'postponed';
    } catch (error) {
      onFailure(job, error, 'unmarked');
      return 'unmarked';
    }
  }

  const report = (unfinished: boolean): OutboxReport => {
    const { done, postponed, retried, parked } = counts;
    return { done, postponed, retried, parked, unfinished };
  };

  while (remainingMs() >= RESERVE_MS) {
    const jobs = await outbox.claim({ limit: BATCH, leaseSeconds: LEASE_SECONDS });
    if (jobs.length === 0) return report(false);
    for (const result of await Promise.all(jobs.map(runJob))) counts[result]++;
  }
  return report(true);
}
