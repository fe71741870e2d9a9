import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { nothingHere } from '../../core/kernel/errors.ts';
import { EXPORT_PATH } from '../../lambdas/http/routes.ts';
import type { StagePreset } from '../presets.ts';
import type { ApiFunction } from './api-function.ts';
import type { HttpFront } from './http-front.ts';
import { REST_STAGE, type RestFront } from './rest-front.ts';
import { RestMethods } from './rest-methods.ts';
import { REST_REFUSALS } from './rest-refusals.ts';

export interface ExportsProps {
  readonly front: RestFront;
  /** Answers every method but GET and HEAD at the export path. */
  readonly otherMethods: HttpFront;
  readonly sender: ApiFunction;
  readonly preset: StagePreset;
}

/** The methods that the function answers, by the id of each in the stack. */
const METHODS = [
  ['Export', 'GET'],
  ['ExportHead', 'HEAD'],
] as const;

/** API Gateway's limit for streaming a response, in milliseconds; also the function's timeout. */
const STREAM_MS = 900_000;

/** An unknown path below ours. API Gateway reports it as a request without credentials. */
const unknownPath = nothingHere();

/** Streams an export: API Gateway passes the function's response on while it is written (ADR 24). */
export class Exports extends Construct {
  readonly sender: ApiFunction;

  constructor(scope: Construct, id: string, { front, otherMethods, sender, preset }: ExportsProps) {
    super(scope, id);
    this.sender = sender;
    const { region, partition } = Stack.of(this);
    const { functionArn } = sender.lambda;
    const methods = new RestMethods(this, { front, path: EXPORT_PATH, preset });
    for (const [id, httpMethod] of METHODS)
      methods.add(
        id,
        {
          httpMethod,
          authorizationType: 'NONE',
          integration: {
            type: 'AWS_PROXY',
            integrationHttpMethod: 'POST',
            uri: `arn:${partition}:apigateway:${region}:lambda:path/2021-11-15/functions/${functionArn}/response-streaming-invocations`,
            responseTransferMode: 'STREAM',
            timeoutInMillis: STREAM_MS,
          },
        },
        'The function authenticates the caller, in one round trip with the rate limit.',
      );
    methods.addOthers(otherMethods);
    methods.refuse([
      { type: 'MISSING_AUTHENTICATION_TOKEN', error: unknownPath, status: unknownPath.status },
      ...REST_REFUSALS,
    ]);
    methods.deploy('Each export is logged by its function, under API Gateway’s request id.');
    sender.lambda.addPermission('Export', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: front.api.ref,
        // Any method: one permission is deployed faster than two, and only these two are integrated.
        resourceName: `${REST_STAGE}/*${EXPORT_PATH.replace(/\{\w+\}/g, '*')}`,
      }),
    });
  }
}
