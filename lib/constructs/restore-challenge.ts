import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Validations } from 'aws-cdk-lib';
import { type EdgeLambda, experimental, LambdaEdgeEventType } from 'aws-cdk-lib/aws-cloudfront';
import { Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * Restores the `WWW-Authenticate` header in CloudFront's responses (ADR 8). Lambda@Edge lives in us-east-1; if the
 * other stacks do not, CDK creates a small stack there.
 */
export class RestoreChallenge extends Construct {
  /** For a behavior whose origin is the HTTP API. */
  readonly association: EdgeLambda;

  constructor(scope: Construct, id: string, { stackId }: { readonly stackId: string }) {
    super(scope, id);
    const fn = new experimental.EdgeFunction(this, 'Function', {
      stackId,
      description: 'Restores the WWW-Authenticate header that API Gateway renames',
      code: Code.fromInline(readFileSync(join(import.meta.dirname, '../edge/restore-challenge.cjs'), 'utf8')),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      timeout: Duration.seconds(5),
    });
    Validations.of(fn.lambda).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason:
        'It logs in every region it runs in, so no single log group can be named; it logs nothing about requests.',
    });
    this.association = { functionVersion: fn.currentVersion, eventType: LambdaEdgeEventType.ORIGIN_RESPONSE };
  }
}
