import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import type { EdgeLambda } from 'aws-cdk-lib/aws-cloudfront';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { createEdgeFunction } from './edge-function.ts';

/**
 * Restores the `WWW-Authenticate` header in CloudFront's responses (ADR 8). Lambda@Edge lives in us-east-1; if the
 * other stacks do not, CDK creates a small stack there.
 */
export class RestoreChallenge extends Construct {
  /** For a behavior whose origin is the HTTP API. */
  readonly association: EdgeLambda;

  constructor(scope: Construct, id: string, { stackId }: { readonly stackId: string }) {
    super(scope, id);
    this.association = createEdgeFunction(this, 'Function', {
      stackId,
      description: 'Restores the WWW-Authenticate header that API Gateway renames',
      code: Code.fromInline(readFileSync(join(import.meta.dirname, '../edge/restore-challenge.cjs'), 'utf8')),
      timeout: Duration.seconds(5),
      logs: 'nothing about requests',
    });
  }
}
