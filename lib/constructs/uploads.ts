import { Aws, Stack } from 'aws-cdk-lib';
import type { CfnMethod } from 'aws-cdk-lib/aws-apigateway';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { fileTooLarge } from '../../core/assets/file-size.ts';
import { toApiError } from '../../core/kernel/errors.ts';
import {
  REFUSAL,
  REFUSAL_HEADER,
  STAGED_HEADER,
  STAGING_PREFIX,
  TICKET,
  UNSTAGED_HEADER,
} from '../../lambdas/assets/upload-protocol.ts';
import { uploadRouteKeys } from '../../lambdas/assets/upload-routes.ts';
import { UPLOAD_PATH } from '../../lambdas/http/routes.ts';
import type { StagePreset } from '../presets.ts';
import type { ApiFunction } from './api-function.ts';
import type { HttpFront } from './http-front.ts';
import type { RestFront } from './rest-front.ts';
import { RestMethods } from './rest-methods.ts';
import { REST_REFUSALS, type RestRefusal } from './rest-refusals.ts';
import type { StagingBucket } from './staging-bucket.ts';
import { UploadAuthorizer } from './upload-authorizer.ts';

export interface UploadsProps {
  readonly front: RestFront;
  /** Answers every method except the upload itself at the upload path. */
  readonly otherMethods: HttpFront;
  readonly authorizer: ApiFunction;
  readonly processor: ApiFunction;
  readonly staging: StagingBucket;
  readonly preset: StagePreset;
}

/** S3's status, which selects API Gateway's response. */
const STAGED = '200';

/** Errors API Gateway returns itself, without the headers that Lambda@Edge adds to all responses. */
const REFUSALS: readonly RestRefusal[] = [
  // The authorizer's refusal is a complete response, which Lambda@Edge sends instead of this one.
  {
    type: 'ACCESS_DENIED',
    error: toApiError(undefined),
    headers: { [REFUSAL_HEADER]: `context.authorizer.${REFUSAL}` },
  },
  { type: 'REQUEST_TOO_LARGE', error: fileTooLarge() },
  ...REST_REFUSALS,
];

/**
 * Passes an upload from API Gateway to the processor (ADR 10): the authorizer admits it, API Gateway writes the body to
 * the staging bucket under the request id and reports that in a header that Lambda@Edge reads.
 */
export class Uploads extends Construct {
  readonly functions: readonly ApiFunction[];

  constructor(scope: Construct, id: string, props: UploadsProps) {
    super(scope, id);
    this.functions = [props.authorizer, props.processor];
    const authorizer = new UploadAuthorizer(this, 'Authorizer', {
      front: props.front,
      authorizer: props.authorizer,
    });
    const methods = new RestMethods(this, { ...props, path: UPLOAD_PATH });
    methods.add('Upload', {
      httpMethod: uploadMethod(),
      authorizationType: 'CUSTOM',
      authorizerId: authorizer.authorizerId,
      integration: this.stageBody(props.staging),
      methodResponses: [
        { statusCode: STAGED, responseParameters: { [`method.response.header.${STAGED_HEADER}`]: true } },
        { statusCode: '500', responseParameters: { [`method.response.header.${UNSTAGED_HEADER}`]: true } },
      ],
    });
    methods.addOthers(props.otherMethods);
    methods.refuse(REFUSALS);
    methods.deploy(
      'Each upload is logged by the authorizer and the processor, under API Gateway’s request id.',
      authorizer,
    );
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
        // The caller's content type describes the body and is part of the ticket.
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
          // Any other status from S3.
          statusCode: '500',
          responseParameters: { [`method.response.header.${UNSTAGED_HEADER}`]: 'context.requestId' },
        },
      ],
    };
  }
}

/** The method of `POST /api/v1/assets`. */
const uploadMethod = (): string => uploadRouteKeys[0]?.split(' ')[0] ?? '';
