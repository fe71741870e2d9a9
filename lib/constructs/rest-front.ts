import { Stack, Validations } from 'aws-cdk-lib';
import { CfnRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';

/** The only stage of a REST API; its paths start with it. */
export const REST_STAGE = 'live';

export interface RestFrontProps {
  readonly name: string;
  readonly description: string;
  /** Media types sent as bytes. */
  readonly binaryMediaTypes?: readonly string[];
  /** Why API Gateway does not need to validate requests. */
  readonly validatedBy: string;
}

/**
 * A REST API without its methods, which the API stack adds: like the HTTP API it is created first, because CloudFront
 * needs its address (ADR 7). For what an HTTP API cannot do: write to S3, and stream.
 */
export class RestFront extends Construct {
  readonly api: CfnRestApi;
  readonly name: string;

  constructor(
    scope: Construct,
    id: string,
    { name, description, binaryMediaTypes, validatedBy }: RestFrontProps,
  ) {
    super(scope, id);
    this.name = name;
    this.api = new CfnRestApi(this, 'Api', {
      name,
      description,
      endpointConfiguration: { types: ['REGIONAL'] },
      ...(binaryMediaTypes && { binaryMediaTypes: [...binaryMediaTypes] }),
    });
    Validations.of(this.api).acknowledge({ id: 'AwsSolutions-APIG2', reason: validatedBy });
  }

  /** The host name CloudFront uses as its origin. */
  get hostName(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.api.ref}.execute-api.${region}.${urlSuffix}`;
  }
}
