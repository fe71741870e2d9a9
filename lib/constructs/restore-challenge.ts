import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Validations } from 'aws-cdk-lib';
import { type EdgeLambda, experimental, LambdaEdgeEventType } from 'aws-cdk-lib/aws-cloudfront';
import { Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * Gives `WWW-Authenticate` its name back in what CloudFront answers (ADR 8). Lambda@Edge lives in us-east-1; where
 * the other stacks do not, CDK makes a small stack there for it.
 */
export class RestoreChallenge extends Construct {
  /** For a behavior whose origin is the HTTP API. */
  readonly association: EdgeLambda;

  constructor(scope: Construct, id: string, { stackId }: { readonly stackId: string }) {
    super(scope, id);
    const fn = new experimental.EdgeFunction(this, 'Function', {
      stackId,
      description: 'Gives WWW-Authenticate its name back, which API Gateway takes',
      code: Code.fromInline(readFileSync(join(import.meta.dirname, '../edge/restore-challenge.cjs'), 'utf8')),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      timeout: Duration.seconds(5),
    });
    Validations.of(fn.lambda).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason:
        'It writes its log in whichever region it runs, so no one log group can be named; it logs nothing of a request.',
    });
    this.association = { functionVersion: fn.currentVersion, eventType: LambdaEdgeEventType.ORIGIN_RESPONSE };
  }
}
