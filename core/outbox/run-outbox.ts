import type { OutboxJob, OutboxStore } from './outbox-store.ts';

/** What became of a job: done, or to be gone on with (a purge that has more to do). */
export type JobOutcome = 'done' | 'more';

/** Does the work of one kind of job. It may be called again for the same job, so it must bear repeating. */
export type JobHandler = (job: OutboxJob) => Promise<JobOutcome>;

/** What happened in one run, for the log and the metrics. */
export interface OutboxReport {
  done: number;
  retried: number;
  parked: number;
  /** Whether due jobs were left because time ran out. */
  unfinished: boolean;
}

export interface OutboxRun {
  readonly outbox: OutboxStore;
  /** By kind of job. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Milliseconds left for this run; no new batch is claimed below `RESERVE_MS`. */
  readonly remainingMs: () => number;
  /** Told of every failure, with what may be logged of it. */
  readonly onFailure: (job: OutboxJob, error: unknown, fate: 'retried' | 'parked') => void;
}

const BATCH = 20;
/** Longer than a function may run, so that no claim ends while its worker lives. */
const LEASE_SECONDS = 120;
/** Enough for a batch whose every call runs into its time-out. */
const RESERVE_MS = 20_000;
/** With the delays below: a failing job is tried for about a day before it is parked. */
export const MAX_ATTEMPTS = 12;
const LONGEST_DELAY_SECONDS = 4 * 3600;

/** 15 s, 30 s, 1 min … 4 h, with up to a quarter more so that what failed together does not return together. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(15 * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);
  return Math.round(delay * (1 + random() / 4));
}

/**
 * Does the due jobs of the outbox until none is left or time runs out. Several workers may run at once; each claims
 * jobs of its own. A job is removed after its work, so a worker that dies in between leaves it to be done again.
 */
export async function runOutbox({
  outbox,
  handlers,
  remainingMs,
  onFailure,
}: OutboxRun): Promise<OutboxReport> {
  const report: OutboxReport = { done: 0, retried: 0, parked: 0, unfinished: false };

  async function runJob(job: OutboxJob): Promise<void> {
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`No handler for outbox jobs of kind ${job.kind}`);
      const outcome = await handler(job);
      if (outcome === 'done') {
        await outbox.complete([job]);
        report.done++;
      } else {
        await outbox.again(job);
      }
    } catch (error) {
      await fail(job, error);
    }
  }

  async function fail(job: OutboxJob, error: unknown): Promise<void> {
    // The name says enough for the row; the log has the rest, cleaned.
    const reason = error instanceof Error ? error.name : typeof error;
    if (job.attempts >= MAX_ATTEMPTS) {
      report.parked++;
      onFailure(job, error, 'parked');
      await outbox.park(job, reason);
    } else {
      report.retried++;
      onFailure(job, error, 'retried');
      await outbox.retry(job, { delaySeconds: retryDelaySeconds(job.attempts), error: reason });
    }
  }

  while (true) {
    if (remainingMs() < RESERVE_MS) return { ...report, unfinished: true };
    const jobs = await outbox.claim({ limit: BATCH, leaseSeconds: LEASE_SECONDS });
    if (jobs.length === 0) return report;
    await Promise.all(jobs.map(runJob));
  }
}
