import * as z from 'zod';
import type { OutboxJob } from './outbox-store.ts';

/** The result of a job. */
export type JobOutcome =
  | 'done'
  /** Has more to do: it continues behind the others of its account. */
  | 'more'
  /** `reason` is stored with the job. */
  | { readonly postponedSeconds: number; readonly reason: string }
  /** Continues in this lane, which its definition names under `elsewhere`. */
  | { readonly movedTo: string };

export interface JobContext {
  /** Milliseconds left. Handlers that can stop halfway do so when time runs short. */
  readonly remainingMs: () => number;
}

export interface JobResult {
  readonly job: OutboxJob;
  readonly outcome: PromiseSettledResult<JobOutcome>;
}

/** Runs one job. Must be idempotent: it may be called again for the same job. */
export type JobHandler<Payload = unknown> = (
  job: OutboxJob<Payload>,
  context: JobContext,
) => Promise<JobOutcome>;

/**
 * Runs several jobs of one kind together, and yields each one's result once. The results of a group are saved before the
 * next group is asked for. If it throws, the jobs without a result have failed. Must be idempotent.
 */
export type BatchHandler<Payload = unknown> = (
  jobs: readonly OutboxJob<Payload>[],
  context: JobContext,
) => AsyncIterable<readonly JobResult[]>;

/** No job starts with less time left: enough for one whose calls all time out. */
export const RESERVE_MS = 20_000;
/** For jobs that wait for machines of customers: they end while the run still starts others, mail first of all. */
export const EXTERNAL_RESERVE_MS = 2 * RESERVE_MS;

/** Where jobs wait. Jobs of one lane never wait for jobs of another. */
export interface Lane {
  /** How many jobs run at once in one worker. */
  readonly slots: number;
  /** The most jobs of one account at once, over all workers. Needed where jobs wait for machines of customers. */
  readonly perAccount?: number;
  /** No job starts with less time left. Default: {@link RESERVE_MS}. */
  readonly reserveMs?: number;
}

/** A lane by its name: that of a kind, or of a lane that several kinds share. */
export interface NamedLane extends Lane {
  readonly name: string;
}

/** A lane of jobs that each wait for a machine of a customer: a database, a webhook's receiver, a name server. */
export const EXTERNAL_LANE: Lane = { slots: 4, perAccount: 2, reserveMs: EXTERNAL_RESERVE_MS };

/** How the jobs of a kind run in one lane. */
export interface Way {
  readonly lane: NamedLane;
  readonly run: BatchHandler;
  /** Jobs with the same key run in one call. */
  readonly together: (job: OutboxJob) => string;
}

/** A kind of job that can be run. */
export interface RunnableJob {
  readonly kind: string;
  /** The first is where its jobs start. */
  readonly ways: readonly Way[];
}

/** A kind of job: what it is, and what it needs to run. */
export interface JobDefinition<in Services> {
  readonly kind: string;
  readonly lane: Lane;
  readonly start: (services: Services) => RunnableJob;
}

type Work<Payload, Services> =
  /** Each in a call of its own. */
  | { readonly run: (services: Services) => JobHandler<Payload>; readonly runAll?: never }
  /** All that are claimed at once. */
  | { readonly runAll: (services: Services) => BatchHandler<Payload>; readonly run?: never };

/** Where jobs go whose handler moves them. */
interface Elsewhere<Payload, Services> {
  readonly lane: NamedLane;
  readonly runAll: (services: Services) => BatchHandler<Payload>;
  readonly together: (job: OutboxJob) => string;
}

/** The result of one job at a time, as a {@link BatchHandler}. */
const alone = <Payload>(run: JobHandler<Payload>): BatchHandler<Payload> =>
  async function* (jobs, context) {
    for (const job of jobs) {
      const [outcome] = await Promise.allSettled([(async () => run(job, context))()]);
      yield [{ job, outcome }];
    }
  };

/** A job whose payload is invalid has failed. The others run. */
const withPayload = <Payload>(schema: z.ZodType<Payload>, run: BatchHandler<Payload>): BatchHandler =>
  async function* (jobs, context) {
    const valid: OutboxJob<Payload>[] = [];
    const invalid: JobResult[] = [];
    for (const job of jobs) {
      const { success, data, error } = schema.safeParse(job.payload);
      if (success) valid.push({ ...job, payload: data });
      else invalid.push({ job, outcome: { status: 'rejected', reason: error } });
    }
    if (invalid.length > 0) yield invalid;
    if (valid.length > 0) yield* run(valid, context);
  };

/**
 * Defines a kind of job, beside what it does. The worker finds it in `lambdas/worker/jobs.ts`.
 * @param definition - `kind` as in the table `outbox`; `lane` of its own; `run` or `runAll` make its handler of the services
 * that they name; `elsewhere` takes the jobs whose outcome is `movedTo` its lane
 */
export function defineJob<Services, Payload = unknown, OtherServices = unknown>({
  kind,
  payload = z.unknown() as z.ZodType<Payload>,
  lane,
  elsewhere,
  ...work
}: {
  readonly kind: string;
  readonly payload?: z.ZodType<Payload>;
  readonly lane: Lane;
  readonly elsewhere?: Elsewhere<Payload, OtherServices>;
} & Work<Payload, Services>): JobDefinition<Services & OtherServices> {
  return {
    kind,
    lane,
    start: services => {
      const own = { ...lane, name: kind };
      const ways: Way[] = work.run
        ? [{ lane: own, run: withPayload(payload, alone(work.run(services))), together: ({ id }) => id }]
        : [{ lane: own, run: withPayload(payload, work.runAll(services)), together: () => '' }];
      if (elsewhere) ways.push({ ...elsewhere, run: withPayload(payload, elsewhere.runAll(services)) });
      return { kind, ways };
    },
  };
}

/** The services that all jobs of a list need: services are an input, so the union of jobs needs their intersection. */
export type ServicesOf<Jobs extends readonly JobDefinition<never>[]> =
  Jobs[number] extends JobDefinition<infer Services> ? Services : never;
