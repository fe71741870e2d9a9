import { type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type EdgeLambda, experimental, LambdaEdgeEventType } from 'aws-cdk-lib/aws-cloudfront';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export interface EdgeFunctionProps {
  /** The stack in us-east-1 that contains it, if the other stacks are elsewhere. */
  readonly stackId: string;
  readonly description: string;
  readonly code: Code;
  readonly timeout: Duration;
  readonly memorySize?: number;
  readonly mayDo?: readonly PolicyStatement[];
  /** The fields of its access log. */
  readonly logs: string;
}

/** Creates a Lambda@Edge function that CloudFront runs on responses of the origin. */
export function createEdgeFunction(
  scope: Construct,
  id: string,
  { logs, mayDo = [], ...props }: EdgeFunctionProps,
): EdgeLambda {
  const fn = new experimental.EdgeFunction(scope, id, {
    ...props,
    handler: 'index.handler',
    // The latest that CloudFront documents for Lambda@Edge.
    runtime: Runtime.NODEJS_22_X,
    // CloudFront keeps copies of a replaced version for hours, so deleting it would fail.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
  });
  for (const statement of mayDo) fn.addToRolePolicy(statement);
  Validations.of(fn.lambda).acknowledge(
    { id: 'AwsSolutions-L1', reason: 'Lambda@Edge does not support the latest runtime yet.' },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: `It logs in every region it runs in, so no single log group can be named; it logs ${logs}.`,
    },
  );
  return { functionVersion: fn.currentVersion, eventType: LambdaEdgeEventType.ORIGIN_RESPONSE };
}
