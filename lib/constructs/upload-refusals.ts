import { CfnGatewayResponse } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { fileTooLarge } from '../../core/assets/file-size.ts';
import { ApiError, toApiError } from '../../core/errors.ts';
import { REFUSAL, REFUSAL_HEADER } from '../../lambdas/upload-protocol.ts';
import type { UploadFront } from './upload-front.ts';

/** The seconds after which API Gateway's own throttle lets somebody in again. */
const RETRY_SECONDS = '1';

const overloaded = new ApiError('rate_limited', 'More requests than the service takes at the moment', {
  resolution: `Wait ${RETRY_SECONDS} s and send the request again.`,
});

const refused = new ApiError('validation_failed', 'The request cannot be read', {
  resolution: 'Send a well-formed HTTP/1.1 request.',
});

interface Refusal {
  readonly type: string;
  readonly error: ApiError;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What API Gateway answers itself, in the form of every other error (specification section 7). */
const REFUSALS: readonly Refusal[] = [
  // The authorizer's refusal is a whole answer, which the function at CloudFront puts in the place of this one.
  {
    type: 'ACCESS_DENIED',
    error: toApiError(undefined),
    headers: { [REFUSAL_HEADER]: `context.authorizer.${REFUSAL}` },
  },
  { type: 'REQUEST_TOO_LARGE', error: fileTooLarge() },
  { type: 'THROTTLED', error: overloaded, headers: { 'Retry-After': `'${RETRY_SECONDS}'` } },
  { type: 'DEFAULT_4XX', error: refused },
  { type: 'DEFAULT_5XX', error: toApiError(undefined) },
];

/** Gives API Gateway's own answers our form; it adds no header that the function at CloudFront adds to all. */
export function addUploadRefusals(scope: Construct, { api }: UploadFront): CfnGatewayResponse[] {
  return REFUSALS.map(
    ({ type, error, headers = {} }) =>
      new CfnGatewayResponse(scope, `Refusal ${type}`, {
        restApiId: api.ref,
        responseType: type,
        responseTemplates: { 'application/json': JSON.stringify(error.toBody('$context.requestId')) },
        responseParameters: Object.fromEntries(
          Object.entries({ 'X-Request-Id': 'context.requestId', ...headers }).map(([name, value]) => [
            `gatewayresponse.header.${name}`,
            value,
          ]),
        ),
      }),
  );
}
