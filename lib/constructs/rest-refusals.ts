import { CfnGatewayResponse } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { ApiError, toApiError } from '../../core/kernel/errors.ts';
import type { RestFront } from './rest-front.ts';

/** The seconds after which API Gateway's own throttle lets somebody in again. */
const RETRY_SECONDS = '1';

const overloaded = new ApiError('rate_limited', 'More requests than the service takes at the moment', {
  resolution: `Wait ${RETRY_SECONDS} s and send the request again.`,
});

const refused = new ApiError('validation_failed', 'The request cannot be read', {
  resolution: 'Send a well-formed HTTP/1.1 request.',
});

/** What API Gateway answers itself. */
export interface RestRefusal {
  /** Its name for the case. */
  readonly type: string;
  readonly error: ApiError;
  /** Where it is not the one that API Gateway has for the case. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What any REST API refuses, in the form of every other error (specification section 7). */
export const REST_REFUSALS: readonly RestRefusal[] = [
  { type: 'THROTTLED', error: overloaded, headers: { 'Retry-After': `'${RETRY_SECONDS}'` } },
  { type: 'DEFAULT_4XX', error: refused },
  { type: 'DEFAULT_5XX', error: toApiError(undefined) },
];

/** Gives API Gateway's own answers our form. */
export const addRefusals = (
  scope: Construct,
  { api }: RestFront,
  refusals: readonly RestRefusal[],
): CfnGatewayResponse[] =>
  refusals.map(
    ({ type, error, status, headers = {} }) =>
      new CfnGatewayResponse(scope, `Refusal ${type}`, {
        restApiId: api.ref,
        responseType: type,
        ...(status !== undefined && { statusCode: String(status) }),
        responseTemplates: { 'application/json': JSON.stringify(error.toBody('$context.requestId')) },
        responseParameters: Object.fromEntries(
          Object.entries({ 'X-Request-Id': 'context.requestId', ...headers }).map(([name, value]) => [
            `gatewayresponse.header.${name}`,
            value,
          ]),
        ),
      }),
  );
