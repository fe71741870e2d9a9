import { Duration } from 'aws-cdk-lib';
import { EventBus, EventField, Match, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EMAIL_TAGS } from '../../core/email/suppression.ts';
import type { ApiFunction } from './api-function.ts';

/** Timeout of the function for one batch. */
export const FEEDBACK_TIMEOUT = Duration.seconds(30);

const tagPath = (name: string): string => `$.detail.mail.tags.${name}`;

/**
 * Routes bounces and complaints from SES to the function that suppresses addresses: the default event bus, where only
 * AWS can send as `aws.ses`; a rule for each kind, which leaves out the address; and a queue that accepts messages from
 * these rules only.
 */
export class MailFeedback extends Construct {
  readonly deadLetters: Queue;
  readonly #queue: Queue;
  readonly #configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, { configurationSet }: { configurationSet: ConfigurationSet }) {
    super(scope, id);
    this.#configurationSet = configurationSet;
    configurationSet.addEventDestination('Feedback', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });

    const protection = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...protection, retentionPeriod: Duration.days(14) });
    this.#queue = new Queue(this, 'Queue', {
      ...protection,
      visibilityTimeout: Duration.seconds(FEEDBACK_TIMEOUT.toSeconds() * 6),
      retentionPeriod: Duration.days(14),
      // Retry for over an hour while the database is unavailable.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 25 },
    });
    this.addRule('Bounces', 'bounce', 'Email Bounced', { bounce: { bounceType: ['Permanent'] } });
    this.addRule('Complaints', 'complaint', 'Email Complaint Received', {
      // Some providers also report "not spam".
      complaint: { complaintFeedbackType: Match.anyOf(Match.doesNotExist(), Match.anythingBut('not-spam')) },
    });
  }

  /** Connects the function that handles the feedback. */
  feed(fn: ApiFunction): void {
    fn.lambda.addEventSource(
      new SqsEventSource(this.#queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
    );
  }

  private addRule(
    id: string,
    reason: 'bounce' | 'complaint',
    detailType: string,
    detail: Record<string, unknown>,
  ): void {
    const given = Object.values(EMAIL_TAGS).map(name => [name, Match.exists()] as const);
    new Rule(this, id, {
      description: `Anteroom: ${detailType}`,
      eventPattern: {
        source: ['aws.ses'],
        detailType: [detailType],
        detail: {
          ...detail,
          mail: {
            tags: {
              'ses:configuration-set': [this.#configurationSet.configurationSetName],
              // Without them the message below would be no JSON.
              ...Object.fromEntries(given),
            },
          },
        },
      },
      targets: [
        new SqsQueue(this.#queue, {
          message: RuleTargetInput.fromObject({
            reason,
            recipient: EventField.fromPath(tagPath(EMAIL_TAGS.recipient)),
            waitlist: EventField.fromPath(tagPath(EMAIL_TAGS.waitlist)),
            at: EventField.fromPath('$.time'),
          }),
        }),
      ],
    });
  }
}
