import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../kernel/errors.ts';
import { hasBody, isKeyed, type Operation, pathParameters } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import { DESCRIBED_ERRORS, errorExample } from './error-examples.ts';
import type { Json } from './json-schema.ts';
import { type HeaderName, RATE_HEADERS, refersTo } from './response-headers.ts';

/** The response of an error status (specification section 7). */
interface ErrorStatus {
  readonly name: string;
  /** The code that most operations answer with it. Their response has the name of the status alone. */
  readonly usual: ErrorCode;
  /** Beyond those of every response. */
  readonly headers?: readonly HeaderName[];
}

const STATUSES: Readonly<Record<number, ErrorStatus>> = {
  400: { name: 'BadRequest', usual: 'validation_failed' },
  401: { name: 'Unauthorized', usual: 'unauthorized', headers: ['WWW-Authenticate'] },
  402: { name: 'PaymentRequired', usual: 'license_required' },
  403: { name: 'Forbidden', usual: 'insufficient_scope' },
  404: { name: 'NotFound', usual: 'not_found' },
  409: { name: 'Conflict', usual: 'request_in_progress', headers: ['Retry-After'] },
  410: { name: 'Gone', usual: 'invitation_expired' },
  412: { name: 'PreconditionFailed', usual: 'precondition_failed' },
  413: { name: 'ContentTooLarge', usual: 'payload_too_large' },
  422: { name: 'UnprocessableContent', usual: 'idempotency_key_reused' },
  429: { name: 'TooManyRequests', usual: 'rate_limited', headers: ['Retry-After'] },
  500: { name: 'InternalServerError', usual: 'internal_error' },
  503: { name: 'ServiceUnavailable', usual: 'service_unavailable', headers: ['Retry-After'] },
};

/** Statuses of requests that were not counted against the rate limit. */
const UNCOUNTED: readonly number[] = [401, 500, 503];

function statusOf(status: number): ErrorStatus {
  const described = STATUSES[status];
  if (!described) throw new Error(`Status ${status} has no description`);
  return described;
}

const byStatus = (codes: readonly ErrorCode[]): (readonly [status: number, codes: ErrorCode[]])[] =>
  [...Map.groupBy(new Set(codes), code => ERROR_STATUS[code])].sort(([a], [b]) => a - b);

/** When each code occurs. */
type Whens = Readonly<Partial<Record<ErrorCode, string>>>;

/** Error codes of an operation: those that follow from how it is called, and its own. */
function codesOf({ input, method, path, scope, hasETag, errors = [] }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ['internal_error', 'service_unavailable'];
  const inPath = pathParameters(path);
  if (hasBody(method) || Object.keys(input.shape).some(member => !inPath.includes(member)))
    codes.push('validation_failed');
  if (hasBody(method)) codes.push('invalid_json', 'unsupported_media_type', 'payload_too_large');
  if (scope !== null) codes.push('unauthorized', 'insufficient_scope', 'rate_limited');
  if (inPath.length > 0) codes.push('not_found');
  if (hasETag && method !== 'GET') codes.push('precondition_failed');
  if (isKeyed({ method, scope })) codes.push('request_in_progress', 'idempotency_key_reused');
  return [...codes, ...errors];
}

const pascalCase = (code: ErrorCode): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Describes the errors of operations. Collects the responses, and refers to them: operations share most of them. */
export function createErrorResponses(site: Site) {
  const components: Record<string, Json> = {};
  const examples: Record<string, Json> = {};

  /** A response whose description and examples name its codes. */
  const response = (codes: readonly ErrorCode[], headers: readonly HeaderName[], whens: Whens = {}): Json => {
    for (const code of codes)
      examples[code] ??= { summary: DESCRIBED_ERRORS[code].when, value: errorExample(code, site) };
    return {
      description: codes.map(code => `\`${code}\`: ${whens[code] ?? DESCRIBED_ERRORS[code].when}`).join('. '),
      headers: refersTo(['X-Request-Id', ...headers]),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ApiError' },
          examples: Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    };
  };

  const describe = (operation: Operation): Json =>
    Object.fromEntries(
      byStatus(codesOf(operation)).map(([status, codes]) => {
        const { name, usual, headers = [] } = statusOf(status);
        const component = codes.every(code => code === usual) ? name : name + codes.map(pascalCase).join('');
        components[component] ??= response(codes, [
          ...(UNCOUNTED.includes(status) ? [] : RATE_HEADERS),
          ...headers,
        ]);
        return [status, { $ref: `#/components/responses/${component}` }];
      }),
    );

  /** The errors of an endpoint for visitors, who have no rate limit of an account. */
  const describePublic = (whens: Whens): Json =>
    Object.fromEntries(
      byStatus([...(Object.keys(whens) as ErrorCode[]), 'internal_error', 'service_unavailable']).map(
        ([status, codes]) => [status, response(codes, statusOf(status).headers ?? [], whens)],
      ),
    );

  return { components, examples, describe, describePublic };
}
export type ErrorResponses = ReturnType<typeof createErrorResponses>;

/** An example of every error code. */
export const allErrorExamples = (site: Site): ErrorBody[] =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).map(code => errorExample(code, site));
