import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

/** Timeout of the worker; messages are hidden for six times as long, as Lambda recommends. */
export const WORKER_TIMEOUT = Duration.minutes(1);

/** How many messages are handled at once. The schedule adds one run. */
export const WORKER_RUNS = 5;

/** The queue that wakes the worker, and its dead-letter queue. */
export class WorkerQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const protection = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...protection, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...protection,
      visibilityTimeout: Duration.seconds(WORKER_TIMEOUT.toSeconds() * 6),
      // A wake-up soon becomes useless, because the sweep does its work.
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
  }

  /** Lets a function wake the worker. */
  grantSend(fn: ApiFunction): void {
    fn.role.addToPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
    fn.setVariable('WORKER_QUEUE_URL', this.queue.queueUrl);
  }

  /** Connects the function that handles the messages. */
  feed(fn: ApiFunction): void {
    fn.lambda.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        maxConcurrency: WORKER_RUNS,
      }),
    );
  }
}
