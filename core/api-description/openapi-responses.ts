import * as z from 'zod';
import { isKeyed, type Operation } from '../kernel/operation.ts';
import type { Json } from './json-schema.ts';
import { type HeaderName, RATE_HEADERS, refersTo } from './response-headers.ts';

export const content = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

function successHeaders({ method, scope, hasETag, output }: Operation, status: number): HeaderName[] {
  const headers: HeaderName[] = ['X-Request-Id'];
  if (scope !== null) headers.push(...RATE_HEADERS);
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
 * The responses of an operation that are no errors.
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
    ...(operation.hasETag &&
      operation.method === 'GET' && {
        304: {
          description: 'If-None-Match names its ETag: nothing has changed',
          headers: refersTo(successHeaders(operation, 304)),
        },
      }),
  };
}
