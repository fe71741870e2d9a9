import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { ApiFunction, type ApiFunctionProps } from './api-function.ts';

/**
 * The function that sends webhooks to servers of strangers. Like the connector, it runs outside the VPC and may only write
 * its log.
 */
export class WebhookSender extends Construct {
  readonly fn: ApiFunction;

  constructor(
    scope: Construct,
    id: string,
    props: Pick<ApiFunctionProps, 'bundle' | 'reservedConcurrency' | 'logRetention' | 'removalPolicy'>,
  ) {
    super(scope, id);
    this.fn = new ApiFunction(this, 'WebhookSender', {
      ...props,
      description: 'Anteroom: sends webhooks',
      // It ends each call after 15 s itself.
      timeout: Duration.seconds(17),
      memorySize: 512,
    });
  }

  /** Lets a function call it to send a webhook. */
  grantInvoke(fn: ApiFunction): void {
    // Without a qualifier: CDK's `grantInvoke` would add every version by a wildcard.
    this.fn.lambda.grantInvokeLatestVersion(fn.role);
    fn.setVariable('WEBHOOK_SENDER_FUNCTION_NAME', this.fn.lambda.functionName);
  }
}
