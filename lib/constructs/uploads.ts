import { createHash } from 'node:crypto';
import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { CfnDeployment, CfnMethod, CfnResource, CfnStage } from 'aws-cdk-lib/aws-apigateway';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { UPLOAD_PATH } from '../../lambdas/routes.ts';
import { STAGED_HEADER, STAGING_PREFIX, TICKET, UNSTAGED_HEADER } from '../../lambdas/upload-protocol.ts';
import { uploadRouteKeys } from '../../lambdas/upload-routes.ts';
import type { StagePreset } from '../presets.ts';
import type { ApiFunction } from './api-function.ts';
import type { HttpFront } from './http-front.ts';
import { StagingBucket } from './staging-bucket.ts';
import { UploadAuthorizer } from './upload-authorizer.ts';
import { UPLOAD_STAGE, type UploadFront } from './upload-front.ts';
import { addUploadRefusals } from './upload-refusals.ts';

export interface UploadsProps {
  readonly front: UploadFront;
  /** What answers at the path of uploads to every method but that of an upload. */
  readonly otherMethods: HttpFront;
  readonly authorizer: ApiFunction;
  readonly processor: ApiFunction;
  readonly preset: StagePreset;
}

/** The status of S3's answer, by which API Gateway chooses its own. */
const STAGED = '200';

/**
 * The way of an upload from API Gateway to the processor (ADR 0013): the authorizer admits it, API Gateway writes the
 * body to the staging bucket under the id of the request, and says so in a header that the function at CloudFront reads.
 *
 * The methods are described as CloudFormation has them: CDK's own classes make them in the stack of the API, which is
 * made before the functions they need.
 */
export class Uploads extends Construct {
  readonly functions: readonly ApiFunction[];
  readonly #props: UploadsProps;
  /** All that a deployment is a copy of. */
  readonly #definitions: unknown[] = [];

  constructor(scope: Construct, id: string, props: UploadsProps) {
    super(scope, id);
    this.#props = props;
    this.functions = [props.authorizer, props.processor];
    const staging = new StagingBucket(this, 'Staging');
    staging.grantTake(props.processor);
    const authorizer = new UploadAuthorizer(this, 'Authorizer', {
      front: props.front,
      authorizer: props.authorizer,
    });
    const resourceId = this.createPath();
    const methods = [
      this.createMethod('Upload', resourceId, {
        httpMethod: uploadMethod(),
        authorizationType: 'CUSTOM',
        authorizerId: authorizer.authorizerId,
        integration: this.stageBody(staging),
        methodResponses: [
          { statusCode: STAGED, responseParameters: { [`method.response.header.${STAGED_HEADER}`]: true } },
          { statusCode: '500', responseParameters: { [`method.response.header.${UNSTAGED_HEADER}`]: true } },
        ],
      }),
      this.createMethod('Others', resourceId, {
        httpMethod: 'ANY',
        authorizationType: 'NONE',
        integration: {
          type: 'HTTP_PROXY',
          integrationHttpMethod: 'ANY',
          uri: `https://${props.otherMethods.hostName}${UPLOAD_PATH}`,
        },
      }),
    ];
    const refusals = addUploadRefusals(this, props.front);
    for (const { responseType, responseTemplates, responseParameters } of refusals) {
      this.#definitions.push({ responseType, responseTemplates, responseParameters });
    }
    this.deploy([authorizer, ...methods, ...refusals]);
  }

  /** A resource for each segment of the path. @returns the id of the last */
  private createPath(): string {
    const { api } = this.#props.front;
    let parentId = api.attrRootResourceId;
    for (const pathPart of UPLOAD_PATH.split('/').filter(Boolean)) {
      const resource = new CfnResource(this, `Path ${pathPart}`, {
        restApiId: api.ref,
        parentId,
        pathPart,
      });
      parentId = resource.ref;
    }
    return parentId;
  }

  private stageBody(staging: StagingBucket): CfnMethod.IntegrationProperty {
    const { region, partition } = Stack.of(this);
    const role = new Role(this, 'StagingRole', {
      description: 'API Gateway writes bodies of uploads',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    staging.grantStage(role);
    return {
      type: 'AWS',
      integrationHttpMethod: 'PUT',
      uri: `arn:${partition}:apigateway:${region}:s3:path/${staging.bucket.bucketName}/${STAGING_PREFIX}{request}`,
      credentials: role.roleArn,
      passthroughBehavior: 'WHEN_NO_MATCH',
      requestParameters: {
        'integration.request.path.request': 'context.requestId',
        // The caller's own type says what is in the body, and stands in the ticket.
        'integration.request.header.Content-Type': "'application/octet-stream'",
        [`integration.request.header.x-amz-meta-${TICKET}`]: `context.authorizer.${TICKET}`,
      },
      integrationResponses: [
        {
          statusCode: STAGED,
          selectionPattern: STAGED,
          responseParameters: { [`method.response.header.${STAGED_HEADER}`]: 'context.requestId' },
        },
        {
          // Whatever else S3 says.
          statusCode: '500',
          responseParameters: { [`method.response.header.${UNSTAGED_HEADER}`]: 'context.requestId' },
        },
      ],
    };
  }

  private createMethod(
    id: string,
    resourceId: string,
    definition: Omit<ConstructorParameters<typeof CfnMethod>[2], 'restApiId' | 'resourceId'>,
  ): CfnMethod {
    this.#definitions.push(definition);
    const method = new CfnMethod(this, id, {
      restApiId: this.#props.front.api.ref,
      resourceId,
      ...definition,
    });
    Validations.of(method).acknowledge({
      id: 'AwsSolutions-COG4',
      reason:
        'Callers have API keys of our own, which the authorizer checks; nobody has an account at Cognito.',
    });
    if (definition.authorizationType === 'NONE') {
      Validations.of(method).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'Only answers what methods there are, from the HTTP API, where that needs no key either.',
      });
    }
    return method;
  }

  /** A deployment is a copy of what the API is when it is made, so every change of that makes a new one. */
  private deploy(parts: readonly Construct[]): void {
    const { front, preset } = this.#props;
    const deployment = new CfnDeployment(this, `Deployment${this.fingerprint()}`, {
      restApiId: front.api.ref,
    });
    deployment.node.addDependency(...parts);
    const stage = new CfnStage(this, 'Stage', {
      restApiId: front.api.ref,
      deploymentId: deployment.ref,
      stageName: UPLOAD_STAGE,
      methodSettings: [
        {
          resourcePath: '/*',
          httpMethod: '*',
          throttlingRateLimit: preset.requestsPerSecond,
          throttlingBurstLimit: preset.requestBurst,
        },
      ],
    });
    const logged =
      'A REST API logs by a role that all APIs of the AWS account share. Each upload is logged by the authorizer and the processor, under the id that API Gateway gave it.';
    Validations.of(stage).acknowledge(
      { id: 'AwsSolutions-APIG1', reason: logged },
      { id: 'AwsSolutions-APIG6', reason: logged },
      {
        id: 'AwsSolutions-APIG3',
        reason: 'It answers nothing that did not come through CloudFront, where the firewall stands.',
      },
    );
  }

  private fingerprint(): string {
    const definitions = JSON.stringify(Stack.of(this).resolve(this.#definitions));
    return createHash('sha256').update(definitions).digest('hex').slice(0, 8);
  }
}

/** `POST` of `POST /api/v1/assets`. */
const uploadMethod = (): string => uploadRouteKeys[0]?.split(' ')[0] ?? '';
