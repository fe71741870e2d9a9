import type { OutboxJob, OutboxStore } from './outbox-store.ts';

/** What became of a job: done, to be gone on with (a purge that has more to do), or not to be done before a time. */
export type JobOutcome =
  | 'done'
  | 'more'
  | {
      readonly postponedSeconds: number;
      /** A word for the row. */
      readonly reason: string;
    };

/** What a handler is told besides its job. */
export interface JobContext {
  /** Milliseconds left for this run; a handler that can stop half-way does so when they run short. */
  readonly remainingMs: () => number;
}

/** Does the work of one kind of job. It may be called again for the same job, so it must bear repeating. */
export type JobHandler = (job: OutboxJob, context: JobContext) => Promise<JobOutcome>;

/** What happened in one run, for the log and the metrics. */
export interface OutboxReport {
  readonly done: number;
  readonly postponed: number;
  readonly retried: number;
  readonly parked: number;
  /** Whether due jobs may be left because time ran out. */
  readonly unfinished: boolean;
}

export interface OutboxRun extends JobContext {
  readonly outbox: OutboxStore;
  /** By kind of job. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Told of every failure, with its cause. */
  readonly onFailure: (job: OutboxJob, error: unknown, fate: JobFate) => void;
}

/** `unmarked`: the work was done (or its failure known) and the outbox could not be told; the lease will end. */
export type JobFate = 'retried' | 'parked' | 'unmarked';

type Result = Extract<JobOutcome, string> | 'postponed' | JobFate;

const BATCH = 20;
/** Longer than a function may run, so that no claim ends while its worker lives. */
export const LEASE_SECONDS = 120;
/** No new batch is begun below this: enough for one whose every call runs into its time-out. */
export const RESERVE_MS = 20_000;
/** With the delays below: a failing job is tried for a day before it is parked. */
export const MAX_ATTEMPTS = 16;
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
      // The name says enough for the row; the log has the rest, cleaned.
      const reason = error instanceof Error ? error.name : typeof error;
      await (fate === 'parked'
        ? outbox.park(job, reason)
        : outbox.retry(job, { delaySeconds: retryDelaySeconds(job.attempts), error: reason }));
      return fate;
    }
  }

  /** Marking is apart from the work: an email that was sent must not be sent again because its row was not removed. */
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
