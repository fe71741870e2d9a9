import type { Logger } from '@aws-lambda-powertools/logger';
import { createWakeUp } from '../../adapters/sqs/wake-up.ts';
import type { WakeUp } from '../../core/outbox/wake-up.ts';
import { describeFailure } from '../middleware/describe-failure.ts';

interface WakeUpSettings {
  readonly AWS_REGION: string;
  readonly WORKER_QUEUE_URL: string;
  readonly AWS_ENDPOINT_URL_SQS?: string | undefined;
}

/** Wakes the worker of this deployment; a wake-up that cannot be sent is logged. */
export const createWorkerWakeUp = (settings: WakeUpSettings, logger: Logger): WakeUp =>
  createWakeUp({
    region: settings.AWS_REGION,
    queueUrl: settings.WORKER_QUEUE_URL,
    endpoint: settings.AWS_ENDPOINT_URL_SQS,
    onFailure: error => logger.warn('wake-up not sent', { cause: describeFailure(error) }),
  });
