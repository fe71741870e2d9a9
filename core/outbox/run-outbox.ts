import { setTimeout as delay } from 'node:timers/promises';
import type { LaneRoom, OutboxJob, OutboxStore } from './outbox-store.ts';
import { persist } from './persist.ts';

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

/** The jobs of one kind. They wait for no job of another kind. */
export interface Lane {
  readonly work: JobHandler;
  /** How many jobs run at once. */
  readonly slots: number;
  /** The most jobs of one account at once, over all workers. Needed where jobs wait for machines of customers. */
  readonly perAccount?: number;
  /** No job starts with less time left. Default: {@link RESERVE_MS}. */
  readonly reserveMs?: number;
}

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
  /** By kind. */
  readonly lanes: Readonly<Record<string, Lane>>;
  /** Called with every failure. */
  readonly onFailure: (job: OutboxJob, error: unknown, fate: JobFate) => void;
}

/** `unmarked`: the result could not be saved; the lease will end. */
export type JobFate = 'retried' | 'parked' | 'unmarked';

type Result = Extract<JobOutcome, string> | 'postponed' | JobFate;

/** Longer than a function may run, so a claim never ends while its worker lives. */
const LEASE_SECONDS = 120;
/** No job starts below this: it covers one whose every call times out. */
export const RESERVE_MS = 20_000;
/** For jobs that wait for machines of customers: they end while the run still starts others, mail first of all. */
export const STRANGERS_RESERVE_MS = 2 * RESERVE_MS;
/** How often a run that waits for slow jobs looks for others. */
const LOOK_MS = 1_000;
/** With the delays below, a failing job is retried for a day before it is parked. */
export const MAX_ATTEMPTS = 16;
const LONGEST_DELAY_SECONDS = 4 * 3600;

/** 15 s, 30 s, 1 min … 4 h, plus up to 25% so that jobs that failed together spread out. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(15 * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);
  return Math.round(delay * (1 + random() / 4));
}

/** Resolves when a job ends, or when it is time to look for new ones. */
async function nextEvent(running: Iterable<Promise<unknown>>, hasRoom: boolean): Promise<void> {
  const timer = new AbortController();
  const look = delay(LOOK_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race(hasRoom ? [...running, look] : running);
  timer.abort();
}

/**
 * Runs due jobs until none is left or time runs out. Each kind has slots of its own, refilled whenever a job
 * ends, so no job waits for a slow one of another kind. Several workers may run at once.
 *
 * At least once: jobs are removed after their work, so a crash in between repeats them, and so does a
 * database that stays away until the run ends.
 */
export async function runOutbox({ outbox, lanes, remainingMs, onFailure }: OutboxRun): Promise<OutboxReport> {
  const running = new Map<Promise<void>, string>();
  const counts: Record<Result, number> = {
    done: 0,
    more: 0,
    postponed: 0,
    retried: 0,
    parked: 0,
    unmarked: 0,
  };

  async function work(job: OutboxJob): Promise<JobOutcome> {
    const lane = lanes[job.kind];
    if (!lane) throw new Error(`No lane for outbox jobs of kind ${job.kind}`);
    return lane.work(job, { remainingMs });
  }

  /** Returns a job that failed, or parks it. */
  function giveBack(job: OutboxJob, error: unknown): { fate: JobFate; save: () => Promise<unknown> } {
    const fate = job.attempts >= MAX_ATTEMPTS ? 'parked' : 'retried';
    onFailure(job, error, fate);
    // The log has the full, redacted error.
    const reason = error instanceof Error ? error.name : typeof error;
    const delaySeconds = retryDelaySeconds(job.attempts);
    const save = () =>
      fate === 'parked' ? outbox.park(job, reason) : outbox.retry(job, { delaySeconds, error: reason });
    return { fate, save };
  }

  /** Runs the work once. @returns what became of it, and how to save that */
  async function attempt(job: OutboxJob): Promise<{ fate: Result; save: () => Promise<unknown> }> {
    try {
      const outcome = await work(job);
      if (outcome === 'done') return { fate: outcome, save: () => outbox.complete([job]) };
      if (outcome === 'more') return { fate: outcome, save: () => outbox.again(job) };
      const { postponedSeconds: delaySeconds, reason: error } = outcome;
      return { fate: 'postponed', save: () => outbox.retry(job, { delaySeconds, error }) };
    } catch (error) {
      return giveBack(job, error);
    }
  }

  async function runJob(job: OutboxJob): Promise<void> {
    const { fate, save } = await attempt(job);
    try {
      await persist(save, remainingMs);
      counts[fate]++;
    } catch (error) {
      onFailure(job, error, 'unmarked');
      counts.unmarked++;
    }
  }

  function start(job: OutboxJob): void {
    const run = runJob(job).finally(() => running.delete(run));
    running.set(run, job.kind);
  }

  const mayStart = ({ reserveMs = RESERVE_MS }: Lane) => remainingMs() >= reserveMs;
  const busy = (kind: string) => [...running.values()].filter(each => each === kind).length;

  const findRoom = (): LaneRoom[] =>
    Object.entries(lanes)
      .filter(([, lane]) => mayStart(lane))
      .map(([kind, { slots, perAccount = null }]) => ({ kind, room: slots - busy(kind), perAccount }))
      .filter(({ room }) => room > 0);

  try {
    for (;;) {
      const room = findRoom();
      const jobs = room.length > 0 ? await outbox.claim({ lanes: room, leaseSeconds: LEASE_SECONDS }) : [];
      for (const job of jobs) start(job);
      if (running.size === 0) break;
      await nextEvent(running.keys(), room.length > 0);
    }
  } finally {
    // Also when claiming fails: these jobs are being done.
    await Promise.all(running.keys());
  }
  const { done, postponed, retried, parked } = counts;
  return { done, postponed, retried, parked, unfinished: !Object.values(lanes).every(mayStart) };
}
