import * as z from 'zod';
import { ERROR_STATUS } from '../kernel/errors.ts';
import { hasBody, type Operation, pathParameters } from '../kernel/operation.ts';

type Json = Record<string, unknown>;

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Response headers of the API. */
export const HEADERS = {
  'X-Request-Id': text('Names the request; send it to support', 'JzVXbhvZIAMEPmA='),
  RateLimit: text('r: requests left now; t: seconds until there are more', '"account";r=119;t=1'),
  'RateLimit-Policy': text('q: requests in w seconds, for all keys of the account', '"account";q=120;w=60'),
  'Retry-After': {
    description: 'Seconds to wait before you try again',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'WWW-Authenticate': text('How to authenticate', 'Bearer'),
  Location: text(
    'URL of what was created',
    'https://anteroom.example/api/v1/waitlists/b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90',
  ),
  'Idempotency-Replayed': {
    description: 'This is the answer to the first request with the Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  ETag: text('Changes with the resource; send it in If-Match', '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
  Link: text(
    'The pages after (next) and before (prev) this one, if any (RFC 8288)',
    '<https://anteroom.example/api/v1/waitlists?limit=50&after=MjAyNg>; rel="next"',
  ),
} as const satisfies Record<string, Json>;
type HeaderName = keyof typeof HEADERS;

const refersTo = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));

const RATE: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Answers of each error status (specification section 7). */
const ERRORS: Record<
  number,
  { readonly name: string; readonly description: string; readonly headers: readonly HeaderName[] }
> = {
  400: { name: 'BadRequest', description: 'Validation failed; details names the fields', headers: RATE },
  401: {
    name: 'Unauthorized',
    description: 'Missing, malformed, or revoked key',
    headers: ['WWW-Authenticate'],
  },
  402: { name: 'PaymentRequired', description: 'The waitlist needs a license', headers: RATE },
  403: { name: 'Forbidden', description: 'The key lacks the required scope', headers: RATE },
  404: {
    name: 'NotFound',
    description: 'No such resource, or it belongs to another account',
    headers: RATE,
  },
  409: {
    name: 'Conflict',
    description:
      'The first request with this Idempotency-Key is still running, and Retry-After says when to try again; or the announcement can no longer be changed',
    headers: [...RATE, 'Retry-After'],
  },
  410: { name: 'Gone', description: 'The invitation has expired or was withdrawn', headers: RATE },
  412: {
    name: 'PreconditionFailed',
    description: 'The resource has changed since you read it: If-Match names an old ETag',
    headers: RATE,
  },
  413: { name: 'ContentTooLarge', description: 'The request is too large', headers: RATE },
  422: {
    name: 'UnprocessableContent',
    description:
      'An external system rejected the request, a limit is reached, or the Idempotency-Key was used for another request; error explains which',
    headers: RATE,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Rate limit exceeded; Retry-After says when to try again',
    headers: [...RATE, 'Retry-After'],
  },
  500: { name: 'InternalServerError', description: 'Unexpected server error', headers: [] },
  503: {
    name: 'ServiceUnavailable',
    description: 'A required system is unavailable; Retry-After says when to try again',
    headers: ['Retry-After'],
  },
};

export const content = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** The error responses, by name. */
export const errorComponents = (): Json =>
  Object.fromEntries(
    Object.values(ERRORS).map(({ name, description, headers }) => [
      name,
      {
        description,
        headers: refersTo(['X-Request-Id', ...headers]),
        content: content({ $ref: '#/components/schemas/ApiError' }),
      },
    ]),
  );

/** Whether a request may have an `Idempotency-Key` (beyond 9). */
export const isKeyed = ({ method, scope }: Pick<Operation, 'method' | 'scope'>): boolean =>
  method === 'POST' && scope !== null;

function errorStatuses({ input, method, path, scope, hasETag, errors = [] }: Operation): number[] {
  const statuses = [500, 503];
  const inPath = pathParameters(path);
  if (hasBody(method) || Object.keys(input.shape).some(member => !inPath.includes(member)))
    statuses.push(400);
  if (hasBody(method)) statuses.push(413);
  if (scope !== null) statuses.push(401, 403, 429);
  if (inPath.length > 0) statuses.push(404);
  if (hasETag && method !== 'GET') statuses.push(412);
  if (isKeyed({ method, scope })) statuses.push(409, 422);
  for (const code of errors) statuses.push(ERROR_STATUS[code]);
  return [...new Set(statuses)].sort((a, b) => a - b);
}

function errorResponse(status: number): Json {
  const error = ERRORS[status];
  if (!error) throw new Error(`Status ${status} has no description`);
  return { $ref: `#/components/responses/${error.name}` };
}

function successHeaders({ method, scope, hasETag, output }: Operation, status: number): HeaderName[] {
  const headers: HeaderName[] = ['X-Request-Id'];
  if (scope !== null) headers.push(...RATE);
  if (status === 201) headers.push('Location');
  if (isKeyed({ method, scope })) headers.push('Idempotency-Replayed');
  if (method === 'GET') {
    if (hasETag) headers.push('ETag');
    const { shape = {} } = output instanceof z.ZodObject ? output : {};
    if ('next' in shape || 'offset' in shape) headers.push('Link');
  }
  return headers;
}

/**
 * Every response of an operation.
 * @param output - the schema of its answer
 * @param example - such an answer
 */
export function describeResponses(operation: Operation, output: Json, example: Json): Json {
  const success = (status: number, description: string, answer = example): Json => ({
    description,
    headers: refersTo(successHeaders(operation, status)),
    content: content(output, answer),
  });
  return {
    ...(operation.hasDryRun && {
      200: success(200, 'What would happen', { ...example, ...operation.exampleDryRun }),
    }),
    [operation.status]: success(operation.status, 'Success'),
    ...Object.fromEntries(errorStatuses(operation).map(status => [status, errorResponse(status)])),
  };
}
