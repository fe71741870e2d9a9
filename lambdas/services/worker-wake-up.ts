import type { Logger } from '@aws-lambda-powertools/logger';
import { createWakeUp } from '../../adapters/sqs/wake-up.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import type { workerQueue } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';

/** Wakes this deployment's worker; a wake-up that cannot be sent is logged. */
export const createWorkerWakeUp = (settings: Settings<typeof workerQueue>, logger: Logger): WakeUp =>
  createWakeUp({
    region: settings.AWS_REGION,
    queueUrl: settings.WORKER_QUEUE_URL,
    endpoint: settings.AWS_ENDPOINT_URL_SQS,
    delaySeconds: settings.WAKE_UP_SECONDS,
    onFailure: error => logger.warn('wake-up not sent', { cause: describeFailure(error) }),
  });
