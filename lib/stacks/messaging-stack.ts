import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Mail } from '../constructs/mail.ts';
import { MailFeedback } from '../constructs/mail-feedback.ts';
import { WorkerQueue } from '../constructs/worker-queue.ts';
import type { DeploymentSettings } from '../settings.ts';

interface MessagingStackProps extends StackProps {
  readonly settings: DeploymentSettings;
}

/** Outgoing email, its feedback, and the queue of the worker that sends it. */
export class MessagingStack extends Stack {
  readonly workerQueue: WorkerQueue;
  readonly mail: Mail;
  readonly mailFeedback: MailFeedback;

  constructor(scope: Construct, id: string, { settings, ...props }: MessagingStackProps) {
    super(scope, id, { ...props, description: 'Anteroom: worker queue, email, bounces and complaints' });
    this.workerQueue = new WorkerQueue(this, 'WorkerQueue');
    this.mail = new Mail(this, 'Mail', settings);
    this.mailFeedback = new MailFeedback(this, 'MailFeedback', this.mail);
  }
}
