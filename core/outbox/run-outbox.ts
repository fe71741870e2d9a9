import { setTimeout as delay } from 'node:timers/promises';
import {
  type BatchHandler,
  type JobContext,
  type JobResult,
  type NamedLane,
  RESERVE_MS,
  type RunnableJob,
  type Way,
} from './job.ts';
import type { JobEnd, LaneRoom, OutboxJob, OutboxStore } from './outbox-store.ts';
import { MAX_FAILURES, persist, retrySeconds } from './retry.ts';

/** Totals of a run, for the log and the metrics. */
export interface OutboxReport {
  readonly done: number;
  readonly postponed: number;
  readonly retried: number;
  readonly parked: number;
  /** Results that were not saved, because another worker had claimed the job since. */
  readonly lost: number;
  /** Whether due jobs may remain because time ran out. */
  readonly unfinished: boolean;
}

export interface OutboxRun extends JobContext {
  readonly outbox: OutboxStore;
  readonly jobs: readonly RunnableJob[];
  /** Called with every failure. */
  readonly onFailure: (job: OutboxJob, error: unknown, fate: FailureFate) => void;
}

/** The fate of a job. `unmarked`: its result, perhaps success, could not be saved; it runs again when its lease ends. */
export type FailureFate = 'retried' | 'parked' | 'unmarked';

/** Longer than a function may run, so a claim never ends while its worker lives. */
const LEASE_SECONDS = 120;
/** How often a run that waits for slow jobs looks for others. */
const LOOK_MS = 1_000;

/** Fails the jobs of a kind that shares a lane here since a newer release. */
const UNKNOWN: Pick<Way, 'run' | 'together'> = {
  run: async function* (jobs) {
    const reason = new Error('This release has no such kind of job in this lane');
    yield jobs.map(job => ({ job, outcome: { status: 'rejected', reason } }));
  },
  together: () => '',
};

/** Resolves when a job ends, or when it is time to look for new ones. */
async function nextEvent(running: Iterable<Promise<unknown>>, hasRoom: boolean): Promise<void> {
  const timer = new AbortController();
  const look = delay(LOOK_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race(hasRoom ? [...running, look] : running);
  timer.abort();
}

/** Retries a job that failed, or parks it. */
function endFailed(onFailure: OutboxRun['onFailure'], job: OutboxJob, error: unknown): JobEnd {
  const { id, attempts } = job;
  const failures = job.failures + 1;
  // The log has the full, redacted error.
  const reason = error instanceof Error ? error.name : typeof error;
  const fate = failures >= MAX_FAILURES ? 'parked' : 'retried';
  onFailure(job, error, fate);
  return fate === 'parked'
    ? { id, attempts, fate, reason }
    : { id, attempts, fate, reason, delaySeconds: retrySeconds(failures, error) };
}

function endOf(onFailure: OutboxRun['onFailure'], { job, outcome }: JobResult): JobEnd {
  if (outcome.status === 'rejected') return endFailed(onFailure, job, outcome.reason);
  const { id, attempts } = job;
  if (typeof outcome.value === 'string') return { id, attempts, fate: outcome.value };
  if ('movedTo' in outcome.value) return { id, attempts, fate: 'moved', lane: outcome.value.movedTo };
  const { postponedSeconds: delaySeconds, reason } = outcome.value;
  return { id, attempts, fate: 'postponed', delaySeconds, reason };
}

/**
 * Runs due jobs until none is left or time runs out. Each lane has slots of its own, refilled whenever a call
 * ends, so no job waits for a slow one in another lane. Several workers may run at once.
 *
 * At least once: jobs are removed after their work, so a crash in between repeats them, and so does a
 * database that stays away until the run ends.
 */
export async function runOutbox({
  outbox,
  jobs: kinds,
  remainingMs,
  onFailure,
}: OutboxRun): Promise<OutboxReport> {
  const lanes = new Map(kinds.flatMap(({ ways }) => ways.map(({ lane }) => [lane.name, lane])));
  /** The calls that run, each with its lane and the number of its jobs. */
  const running = new Map<Promise<void>, { readonly lane: string; readonly size: number }>();
  const counts = { done: 0, more: 0, moved: 0, postponed: 0, retried: 0, parked: 0, lost: 0 };

  async function save(results: readonly JobResult[]): Promise<void> {
    const ends = results.map(result => endOf(onFailure, result));
    try {
      counts.lost += ends.length - (await persist(() => outbox.end(ends), remainingMs));
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

  function startCalls(kind: string, lane: string, jobs: readonly OutboxJob[]): void {
    const ways = kinds.find(each => each.kind === kind)?.ways;
    const way = ways?.find(each => each.lane.name === lane) ?? UNKNOWN;
    for (const group of Map.groupBy(jobs, way.together).values()) {
      const ended = call(way.run, group).finally(() => running.delete(ended));
      running.set(ended, { lane, size: group.length });
    }
  }

  const mayStart = ({ reserveMs = RESERVE_MS }: NamedLane) => remainingMs() >= reserveMs;
  const busy = (lane: string) =>
    [...running.values()].filter(each => each.lane === lane).reduce((sum, { size }) => sum + size, 0);

  const findRoom = (): LaneRoom[] =>
    [...lanes.values()]
      .filter(mayStart)
      .map(({ name, slots, perAccount = null }) => ({ lane: name, room: slots - busy(name), perAccount }))
      .filter(({ room }) => room > 0);

  try {
    for (;;) {
      const room = findRoom();
      const jobs = room.length > 0 ? await outbox.claim({ lanes: room, leaseSeconds: LEASE_SECONDS }) : [];
      for (const [kind, ofKind] of Map.groupBy(jobs, job => job.kind))
        for (const [lane, group] of Map.groupBy(ofKind, job => job.lane)) startCalls(kind, lane, group);
      if (running.size === 0) break;
      await nextEvent(running.keys(), room.length > 0);
    }
  } finally {
    // Also when claiming fails: these jobs are being done.
    await Promise.all(running.keys());
  }
  const { done, postponed, retried, parked, lost } = counts;
  // A lane that may start nothing more was not asked again.
  return { done, postponed, retried, parked, lost, unfinished: ![...lanes.values()].every(mayStart) };
}
