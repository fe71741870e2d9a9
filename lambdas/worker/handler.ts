import type { Context, SQSBatchResponse } from 'aws-lambda';
import { createConfirmationStore } from '../../adapters/postgres/confirmation-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox-store.ts';
import { connectDatabase } from '../../adapters/postgres/pool.ts';
import { createPurgeStore } from '../../adapters/postgres/purge-store.ts';
import { createRateWindowStore } from '../../adapters/postgres/rate-window-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { sendConfirmation } from '../../core/email/send-confirmation.ts';
import { runOutbox } from '../../core/outbox/run-outbox.ts';
import { siteFrom } from '../../core/site.ts';
import { purgeWaitlist } from '../../core/waitlists/purge-waitlist.ts';
import { createLogger } from '../logger.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { type Environment, readSettings, WorkerSettings } from '../settings.ts';
import { createWorkerWakeUp } from '../worker-wake-up.ts';

/** What wakes the worker: a message of its queue, or the schedule. Neither says what is to be done; the outbox does. */
export type WorkerHandler = (
  event: { Records?: readonly unknown[] },
  context: Context,
) => Promise<SQSBatchResponse>;

/** Does what must happen after a commit. A run that fails leaves its jobs in the outbox, and the queue repeats it. */
export function createHandler(environment: Environment): WorkerHandler {
  const settings = readSettings(WorkerSettings, environment);
  const logger = createLogger('worker', settings);
  const pool = connectDatabase(settings);
  const outbox = createOutboxStore(pool);
  const rateWindows = createRateWindowStore(pool);
  const wakeUp = createWorkerWakeUp(settings, logger);

  const handlers = {
    confirmation_email: sendConfirmation({
      site: siteFrom(settings),
      confirmations: createConfirmationStore(pool),
      mailer: createSesMailer({
        region: settings.AWS_REGION,
        endpoint: settings.AWS_ENDPOINT_URL_SESV2,
        from: settings.EMAIL_FROM,
        configurationSet: settings.EMAIL_CONFIGURATION_SET,
      }),
      onRefused: reason => logger.warn('email refused for good', { reason: reason.message }),
    }),
    purge_waitlist: purgeWaitlist(createPurgeStore(pool)),
  };

  return async (event, context) => {
    const report = await runOutbox({
      outbox,
      handlers,
      remainingMs: () => context.getRemainingTimeInMillis(),
      onFailure: (job, error, fate) =>
        logger[fate === 'retried' ? 'warn' : 'error'](`outbox job ${fate}`, {
          job: { id: job.id, kind: job.kind, attempts: job.attempts },
          cause: describeFailure(error),
        }),
    });
    // More than one run can do: the next one goes on where this one stopped.
    if (report.unfinished) await wakeUp.wake();
    const scheduled = event.Records === undefined;
    if (scheduled) await rateWindows.sweep();
    logger.info('outbox run', { ...report, ...(scheduled && { parkedInAll: await outbox.parkedCount() }) });
    return { batchItemFailures: [] };
  };
}
