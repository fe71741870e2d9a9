import { Stack } from 'aws-cdk-lib';
import { CfnAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';
import type { RestFront } from './rest-front.ts';

/** Lets a function decide whether to accept an upload. */
export class UploadAuthorizer extends Construct {
  readonly authorizerId: string;

  constructor(
    scope: Construct,
    id: string,
    { front, authorizer }: { readonly front: RestFront; readonly authorizer: ApiFunction },
  ) {
    super(scope, id);
    const { region, partition } = Stack.of(this);
    const { functionArn } = authorizer.lambda;
    const resource = new CfnAuthorizer(this, 'Resource', {
      restApiId: front.api.ref,
      name: 'uploads',
      type: 'REQUEST',
      authorizerUri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
      // No caching: each request counts against its account's limit.
      authorizerResultTtlInSeconds: 0,
    });
    this.authorizerId = resource.ref;
    authorizer.lambda.addPermission('Authorize', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({
        service: 'execute-api',
        resource: front.api.ref,
        resourceName: `authorizers/${this.authorizerId}`,
      }),
    });
  }
}
