import { Duration, Stack } from 'aws-cdk-lib';
import type { EdgeLambda } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { FunctionBundle } from '../build/bundle-function.ts';
import { codeOf } from './api-function.ts';
import { createEdgeFunction } from './edge-function.ts';

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
    this.association = createEdgeFunction(this, 'UploadAnswer', {
      stackId,
      description: 'Answers uploads with the response of the processor',
      code: codeOf(bundle, new Map([['processor.json', Buffer.from(processor)]])),
      memorySize: 512,
      // Lambda@Edge's maximum for an origin request.
      timeout: Duration.seconds(30),
      mayDo: [
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: [`arn:${partition}:lambda:${region}:${account}:function:${processorName}`],
        }),
      ],
      logs: 'only failures',
    });
  }
}
