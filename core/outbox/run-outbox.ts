import { setTimeout as delay } from 'node:timers/promises';
import type { JobEnd, LaneRoom, OutboxJob, OutboxStore } from './outbox-store.ts';
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

export interface JobResult {
  readonly job: OutboxJob;
  readonly outcome: PromiseSettledResult<JobOutcome>;
}

/**
 * Runs several jobs of one kind together, and yields each one's result once. The results of a group are saved before the
 * next group is asked for. If it throws, the jobs without a result have failed. Must be idempotent.
 */
export type BatchHandler = (
  jobs: readonly OutboxJob[],
  context: JobContext,
) => AsyncIterable<readonly JobResult[]>;

interface LaneLimits {
  /** How many jobs run at once. */
  readonly slots: number;
  /** The most jobs of one account at once, over all workers. Needed where jobs wait for machines of customers. */
  readonly perAccount?: number;
  /** No job starts with less time left. Default: {@link RESERVE_MS}. */
  readonly reserveMs?: number;
}

/** The jobs of one kind. They wait for no job of another kind. */
export type Lane = LaneLimits &
  (
    | { readonly work: JobHandler }
    | {
        readonly workAll: BatchHandler;
        /** Jobs with the same key run together. Default: all that are claimed at once. */
        readonly together?: (job: OutboxJob) => string;
      }
  );

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
  readonly onFailure: (job: OutboxJob, error: unknown, fate: FailureFate) => void;
}

/** What became of a job that failed. `unmarked`: that could not be saved; the lease will end. */
export type FailureFate = 'retried' | 'parked' | 'unmarked';

/** Longer than a function may run, so a claim never ends while its worker lives. */
const LEASE_SECONDS = 120;
/** No job starts below this: it covers one whose every call times out. */
export const RESERVE_MS = 20_000;
/** For jobs that wait for machines of customers: they end while the run still starts others, mail first of all. */
export const EXTERNAL_RESERVE_MS = 2 * RESERVE_MS;
/** How often a run that waits for slow jobs looks for others. */
const LOOK_MS = 1_000;
/** With the delays below, a failing job is retried for a day before it is parked, and then once a day. */
export const MAX_FAILURES = 16;
const LONGEST_DELAY_SECONDS = 4 * 3600;

/** 15 s, 30 s, 1 min … 4 h, plus up to 25% so that jobs that failed together spread out. */
export function retryDelaySeconds(failures: number, random: () => number = Math.random): number {
  const delay = Math.min(15 * 2 ** (failures - 1), LONGEST_DELAY_SECONDS);
  return Math.round(delay * (1 + random() / 4));
}

/** Resolves when a job ends, or when it is time to look for new ones. */
async function nextEvent(running: Iterable<Promise<unknown>>, hasRoom: boolean): Promise<void> {
  const timer = new AbortController();
  const look = delay(LOOK_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race(hasRoom ? [...running, look] : running);
  timer.abort();
}

/** The result of one job at a time, as a {@link BatchHandler}. */
const alone = (work: JobHandler): BatchHandler =>
  async function* (jobs, context) {
    for (const job of jobs) {
      const [outcome] = await Promise.allSettled([(async () => work(job, context))()]);
      yield [{ job, outcome }];
    }
  };

/** The calls that run these jobs of a lane. */
function callsOf(
  lane: Lane,
  jobs: readonly OutboxJob[],
): { run: BatchHandler; jobs: readonly OutboxJob[] }[] {
  if ('work' in lane) return jobs.map(job => ({ run: alone(lane.work), jobs: [job] }));
  const { workAll, together = () => '' } = lane;
  return [...Map.groupBy(jobs, together).values()].map(group => ({ run: workAll, jobs: group }));
}

/**
 * Runs due jobs until none is left or time runs out. Each kind has slots of its own, refilled whenever a call
 * ends, so no job waits for a slow one of another kind. Several workers may run at once.
 *
 * At least once: jobs are removed after their work, so a crash in between repeats them, and so does a
 * database that stays away until the run ends.
 */
export async function runOutbox({ outbox, lanes, remainingMs, onFailure }: OutboxRun): Promise<OutboxReport> {
  /** The calls that run, each with its kind and the number of its jobs. */
  const running = new Map<Promise<void>, { readonly kind: string; readonly size: number }>();
  const counts = { done: 0, more: 0, postponed: 0, retried: 0, parked: 0 };

  /** Retries a job that failed, or parks it. */
  function endFailed(job: OutboxJob, error: unknown): JobEnd {
    const { id, attempts } = job;
    const failures = job.failures + 1;
    // The log has the full, redacted error.
    const reason = error instanceof Error ? error.name : typeof error;
    const fate = failures >= MAX_FAILURES ? 'parked' : 'retried';
    onFailure(job, error, fate);
    return fate === 'parked'
      ? { id, attempts, fate, reason }
      : { id, attempts, fate, reason, delaySeconds: retryDelaySeconds(failures) };
  }

  function endOf({ job, outcome }: JobResult): JobEnd {
    if (outcome.status === 'rejected') return endFailed(job, outcome.reason);
    const { id, attempts } = job;
    if (typeof outcome.value === 'string') return { id, attempts, fate: outcome.value };
    const { postponedSeconds: delaySeconds, reason } = outcome.value;
    return { id, attempts, fate: 'postponed', delaySeconds, reason };
  }

  async function save(results: readonly JobResult[]): Promise<void> {
    const ends = results.map(endOf);
    try {
      await persist(() => outbox.end(ends), remainingMs);
      for (const { fate } of ends) counts[fate]++;
    } catch (error) {
      for (const { job } of results) onFailure(job, error, 'unmarked');
    }
  }

  async function call(run: BatchHandler, jobs: readonly OutboxJob[]): Promise<void> {
    const open = new Map(jobs.map(job => [job.id, job]));
    try {
      for await (const results of run(jobs, { remainingMs })) {
        for (const { job } of results) open.delete(job.id);
        await save(results);
      }
      if (open.size > 0) throw new Error('The batch ended without a result for each job');
    } catch (reason) {
      await save([...open.values()].map(job => ({ job, outcome: { status: 'rejected', reason } })));
    }
  }

  function start(kind: string, jobs: readonly OutboxJob[]): void {
    const lane = lanes[kind];
    if (!lane) throw new Error(`No lane for outbox jobs of kind ${kind}`);
    for (const { run, jobs: group } of callsOf(lane, jobs)) {
      const ended = call(run, group).finally(() => running.delete(ended));
      running.set(ended, { kind, size: group.length });
    }
  }

  const mayStart = ({ reserveMs = RESERVE_MS }: Lane) => remainingMs() >= reserveMs;
  const busy = (kind: string) =>
    [...running.values()].filter(each => each.kind === kind).reduce((sum, { size }) => sum + size, 0);

  const findRoom = (): LaneRoom[] =>
    Object.entries(lanes)
      .filter(([, lane]) => mayStart(lane))
      .map(([kind, { slots, perAccount = null }]) => ({ kind, room: slots - busy(kind), perAccount }))
      .filter(({ room }) => room > 0);

  try {
    for (;;) {
      const room = findRoom();
      const jobs = room.length > 0 ? await outbox.claim({ lanes: room, leaseSeconds: LEASE_SECONDS }) : [];
      for (const [kind, group] of Map.groupBy(jobs, job => job.kind)) start(kind, group);
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
