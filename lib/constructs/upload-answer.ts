import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { type EdgeLambda, experimental, LambdaEdgeEventType } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionBundle } from '../build/bundle-function.ts';
import { codeOf } from './api-function.ts';

export interface UploadAnswerProps {
  readonly bundle: FunctionBundle;
  /** The stack in us-east-1 that contains it. */
  readonly stackId: string;
  /** The name of the function that turns a staged body into an image. */
  readonly processorName: string;
}

/**
 * Replaces API Gateway's response to an upload with the processor's (ADR 10). It calls the processor by name, because
 * the processor is deployed after CloudFront and Lambda@Edge has no environment variables.
 */
export class UploadAnswer extends Construct {
  /** For the behavior whose origin is the REST API. */
  readonly association: EdgeLambda;

  constructor(scope: Construct, id: string, { bundle, stackId, processorName }: UploadAnswerProps) {
    super(scope, id);
    const { region, partition, account } = Stack.of(this);
    const processor = JSON.stringify({ functionName: processorName, region });
    // Not `Function`, the id used in restore-challenge: outside us-east-1 both are in one stack.
    const fn = new experimental.EdgeFunction(this, 'UploadAnswer', {
      stackId,
      description: 'Answers uploads with the response of the processor',
      code: codeOf(bundle, new Map([['processor.json', Buffer.from(processor)]])),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      memorySize: 512,
      // Lambda@Edge's maximum for an origin request.
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
        'It logs in every region it runs in, so no single log group can be named; it logs only failures.',
    });
    this.association = { functionVersion: fn.currentVersion, eventType: LambdaEdgeEventType.ORIGIN_RESPONSE };
  }
}
