import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { type EdgeLambda, experimental, LambdaEdgeEventType } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionBundle } from '../build/bundle-function.ts';
import { codeOf } from './api-function.ts';

export interface UploadAnswerProps {
  readonly bundle: FunctionBundle;
  /** The stack in us-east-1 that holds it. */
  readonly stackId: string;
  /** Name of the function that makes an image of a staged body. */
  readonly processorName: string;
}

/**
 * Replaces API Gateway's answer with that of the upload (ADR 10). It finds the processor by its name, because
 * the processor is deployed after CloudFront, and because a function of CloudFront has no environment variables.
 */
export class UploadAnswer extends Construct {
  /** For the behavior whose origin is the REST API. */
  readonly association: EdgeLambda;

  constructor(scope: Construct, id: string, { bundle, stackId, processorName }: UploadAnswerProps) {
    super(scope, id);
    const { region, partition, account } = Stack.of(this);
    const processor = JSON.stringify({ functionName: processorName, region });
    // Not `Function`, as its neighbour is called: outside us-east-1 both stand in one stack, by these names.
    const fn = new experimental.EdgeFunction(this, 'UploadAnswer', {
      stackId,
      description: 'Answers uploads with what the processor makes of them',
      code: codeOf(bundle, new Map([['processor.json', Buffer.from(processor)]])),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      memorySize: 512,
      // The longest that CloudFront waits for one at the origin's side.
      timeout: Duration.seconds(30),
    });
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`arn:${partition}:lambda:${region}:${account}:function:${processorName}`],
      }),
    );
    Validations.of(fn.lambda).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason:
        'It writes its log in whichever region it runs, so no one log group can be named; it logs failures only.',
    });
    this.association = { functionVersion: fn.currentVersion, eventType: LambdaEdgeEventType.ORIGIN_RESPONSE };
  }
}
