import { CfnGatewayResponse } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { ApiError, toApiError } from '../../core/kernel/errors.ts';
import type { RestFront } from './rest-front.ts';

/** How soon API Gateway's throttle accepts requests again, in seconds. */
const RETRY_SECONDS = '1';

const overloaded = new ApiError('rate_limited', 'The service is receiving too many requests', {
  resolution: `Wait ${RETRY_SECONDS} s and send the request again.`,
});

const refused = new ApiError('validation_failed', 'The request is malformed', {
  resolution: 'Send a well-formed HTTP/1.1 request.',
});

/** An error that API Gateway returns itself. */
export interface RestRefusal {
  /** API Gateway's name for the error. */
  readonly type: string;
  readonly error: ApiError;
  /** Omitted: API Gateway's default status. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Errors any REST API returns, in our format (specification section 7). */
export const REST_REFUSALS: readonly RestRefusal[] = [
  { type: 'THROTTLED', error: overloaded, headers: { 'Retry-After': `'${RETRY_SECONDS}'` } },
  { type: 'DEFAULT_4XX', error: refused },
  { type: 'DEFAULT_5XX', error: toApiError(undefined) },
];

/** Gives API Gateway's own responses our error format. */
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
