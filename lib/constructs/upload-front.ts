import { Stack, Validations } from 'aws-cdk-lib';
import { CfnRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';

/** The one stage of the REST API, and so the beginning of its paths. */
export const UPLOAD_STAGE = 'live';

/**
 * The REST API that takes uploads, without its methods, which the stack of the functions adds: it is made first, as the
 * HTTP API is, because CloudFront needs its address (ADR 0010). A REST API, because an HTTP API cannot write to S3.
 */
export class UploadFront extends Construct {
  readonly api: CfnRestApi;
  readonly name: string;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: string }) {
    super(scope, id);
    this.name = `anteroom-${stage}-uploads`;
    this.api = new CfnRestApi(this, 'Api', {
      name: this.name,
      description: 'Anteroom: uploads',
      endpointConfiguration: { types: ['REGIONAL'] },
      // Bodies are bytes, whatever type they say they have.
      binaryMediaTypes: ['*/*'],
    });
    Validations.of(this.api).acknowledge({
      id: 'AwsSolutions-APIG2',
      reason: 'The body is a file: the processor validates it, and API Gateway could not.',
    });
  }

  /** Host name by which CloudFront reaches it. */
  get hostName(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.api.ref}.execute-api.${region}.${urlSuffix}`;
  }
}
