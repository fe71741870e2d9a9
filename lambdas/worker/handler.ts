import type { Context, SQSBatchResponse } from 'aws-lambda';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { reconcileDomainJob } from '../../core/domains/reconcile-domain.ts';
import { SenderRefusedError } from '../../core/email/email.ts';
import { type OutboxRun, runOutbox } from '../../core/outbox/run-outbox.ts';
import { reconcileSenderJob } from '../../core/senders/reconcile-sender.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { createLogger } from '../services/logger.ts';
import { createMetrics } from '../services/metrics.ts';
import { JOBS } from './jobs.ts';
import { periodicWork } from './periodic.ts';
import { createServices, needs } from './services.ts';

/** Invoked by a queue message or the schedule. Neither says what to do; the outbox does. */
export type WorkerHandler = (
  event: { Records?: readonly unknown[] },
  context: Context,
) => Promise<SQSBatchResponse>;

export { needs };

const CLAIM_JOBS: readonly string[] = [reconcileDomainJob.kind, reconcileSenderJob.kind];

/** Runs the outbox. Jobs of a failed run stay in it, and the queue retries. */
export function createHandler(environment: Environment): WorkerHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('worker', settings);
  const metrics = createMetrics(settings);
  const pool = connectDatabase(settings);
  const outbox = createOutboxStore(pool);
  const services = createServices(settings, pool, logger, metrics);
  const jobs = JOBS.map(job => job.start(services));
  const periodic = Object.entries(periodicWork(services, pool));

  const onFailure: OutboxRun['onFailure'] = (job, error, fate) => {
    // No email is sent until a person fixes this.
    if (error instanceof SenderRefusedError)
      logger.error('sender refused', { answer: error.name, ...metrics({ SenderRefusals: 1 }) });
    logger[fate === 'retried' ? 'warn' : 'error'](`outbox job ${fate}`, {
      job: { id: job.id, kind: job.kind, attempts: job.attempts },
      cause: describeFailure(error),
      ...(CLAIM_JOBS.includes(job.kind) && metrics({ DomainFailures: 1 })),
    });
  };

  /** Each is done whatever becomes of the others. @throws the first failure */
  async function runPeriodic(): Promise<void> {
    const results = await Promise.allSettled(periodic.map(([, work]) => work()));
    const failed = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ name: periodic[index]?.[0], cause: result.reason }] : [],
    );
    for (const { name, cause } of failed)
      logger.error('periodic work failed', { name, cause: describeFailure(cause) });
    if (failed[0]) throw failed[0].cause;
  }

  return async (event, context) => {
    const scheduled = event.Records === undefined;
    if (scheduled) {
      await outbox.retryParked();
      // Until no worker of the release before lanes can run.
      await outbox.adoptMoved();
    }
    const report = await runOutbox({
      outbox,
      jobs,
      remainingMs: () => context.getRemainingTimeInMillis(),
      onFailure,
    });
    // More to do than fits in one run: continue in another.
    if (report.unfinished) await services.wake();
    const backlog = scheduled ? await outbox.backlog() : undefined;
    logger.info('outbox run', {
      ...report,
      ...metrics({
        JobsDone: report.done,
        JobsRetried: report.retried,
        JobsParked: report.parked,
        ...(backlog && { OutboxParked: backlog.parked, OutboxOverdueSeconds: backlog.overdueSeconds }),
      }),
    });
    if (scheduled) await runPeriodic();
    return { batchItemFailures: [] };
  };
}
