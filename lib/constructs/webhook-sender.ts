import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OutsideFunction, type OutsideFunctionProps } from './outside-function.ts';

/** The function that sends webhooks to servers of strangers. */
export class WebhookSender extends OutsideFunction {
  constructor(scope: Construct, id: string, props: OutsideFunctionProps) {
    super(scope, id, props, {
      id: 'WebhookSender',
      variable: 'WEBHOOK_SENDER_FUNCTION_NAME',
      description: 'Anteroom: sends webhooks',
      // It ends each call after 15 s itself.
      timeout: Duration.seconds(17),
    });
  }
}
