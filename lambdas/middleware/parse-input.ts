import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { hasBody, type Operation, takesBody } from '../../core/kernel/operation.ts';
import { parseInput as parse } from '../../core/kernel/validation.ts';
import { jsonBody } from './json-body.ts';

const INTEGER = /^-?\d+$/;
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false']);

/** Removes `optional` and `default` wrappers. */
const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;

/** Query parameters are text: converts those that the schema wants as numbers or booleans. */
function queryInput(operation: Operation, event: APIGatewayProxyEventV2): Record<string, unknown> {
  const query: Record<string, unknown> = { ...event.queryStringParameters };
  for (const [name, schema] of Object.entries(operation.input.shape)) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    const wanted = unwrap(schema);
    if (wanted instanceof z.ZodNumber && INTEGER.test(value)) query[name] = Number(value);
    if (wanted instanceof z.ZodBoolean && BOOLEANS.has(value)) query[name] = value === 'true';
  }
  return query;
}

export type Input = Record<string, unknown>;

function sentInput(operation: Operation, event: APIGatewayProxyEventV2): Input {
  if (!hasBody(operation.method)) return queryInput(operation, event);
  return takesBody(operation) || event.body ? jsonBody(event) : {};
}

/**
 * Reads and validates an operation's input from the path, the query, or the body.
 * @throws {ApiError} for a body that is not JSON; {ValidationError}
 */
export function parseInput(operation: Operation, event: APIGatewayProxyEventV2): Input {
  return parse(operation.input, { ...sentInput(operation, event), ...event.pathParameters });
}
