import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createSuppressionStore } from '../../adapters/postgres/email/suppression-store.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { EmailFeedback } from '../../core/email/suppression.ts';
import { database, runtime } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { createLogger } from '../services/logger.ts';

export type MailFeedbackHandler = (event: Pick<SQSEvent, 'Records'>) => Promise<SQSBatchResponse>;

export const needs = [runtime, database] as const;

/**
 * Suppresses addresses that bounced permanently or complained. Only the stack's event rules can add to its
 * queue. Failed messages are retried one by one, then go to the dead-letter queue.
 */
export function createHandler(environment: Environment): MailFeedbackHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('mail-feedback', settings);
  const suppressions = createSuppressionStore(connectDatabase(settings));
  const schema = EmailFeedback();

  return async ({ Records }) => {
    const failed = await Promise.all(
      Records.map(async ({ messageId, body }) => {
        try {
          const feedback = schema.parse(JSON.parse(body));
          await suppressions.suppress(feedback);
          logger.info('address suppressed', { reason: feedback.reason, waitlistId: feedback.waitlist });
          return [];
        } catch (error) {
          logger.error('mail feedback failed', { messageId, cause: describeFailure(error) });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failed.flat() };
  };
}
