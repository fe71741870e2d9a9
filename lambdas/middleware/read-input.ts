import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { type ErrorDetail, ValidationError } from '../../core/kernel/errors.ts';
import { hasBody, needsBody, type Operation, pathParameters } from '../../core/kernel/operation.ts';
import { unknownMembers, unknownNames } from '../../core/kernel/unknown-members.ts';
import { parseInput } from '../../core/kernel/validation.ts';
import { jsonBody } from './json-body.ts';

const INTEGER = /^-?\d+$/;
const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false']);

/** Removes `optional` and `default` wrappers. */
const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;

/** Query parameters are text: converts those that the schema wants as numbers or booleans. */
function queryInput(operation: Operation, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const query = { ...sent };
  for (const [name, schema] of Object.entries(operation.input.shape)) {
    const value = query[name];
    if (typeof value !== 'string') continue;
    const wanted = unwrap(schema);
    if (wanted instanceof z.ZodNumber && INTEGER.test(value)) query[name] = Number(value);
    if (wanted instanceof z.ZodBoolean && BOOLEANS.has(value)) query[name] = value === 'true';
  }
  return query;
}

/** A parameter that is a member of an object: `answers[team]`. */
const MEMBER = /^(\w+)\[(\w+)\]$/;

/** The query with members of objects put together. */
function deepQuery(operation: Operation, event: APIGatewayProxyEventV2): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event.queryStringParameters ?? {})) {
    const [, object = '', member = ''] = MEMBER.exec(name) ?? [];
    const schema = Object.hasOwn(operation.input.shape, object) ? operation.input.shape[object] : undefined;
    if (schema && unwrap(schema) instanceof z.ZodRecord)
      query[object] = { ...(query[object] as object | undefined), [member]: value };
    else query[name] = value;
  }
  return query;
}

export type Input = Record<string, unknown>;

interface Sent {
  readonly input: Input;
  readonly unknown: readonly ErrorDetail[];
}

function sentQuery(operation: Operation, event: APIGatewayProxyEventV2): Sent {
  const inPath = pathParameters(operation.path);
  const known = Object.keys(operation.input.shape).filter(name => !inPath.includes(name));
  const sent = deepQuery(operation, event);
  return { input: queryInput(operation, sent), unknown: unknownNames(sent, known) };
}

/** @throws {ValidationError} for query parameters, which a request with a body does not have */
function sentBody(operation: Operation, event: APIGatewayProxyEventV2): Sent {
  const inQuery = Object.keys(event.queryStringParameters ?? {});
  if (inQuery.length > 0)
    throw new ValidationError(
      inQuery.map(path => ({ path, message: 'is in the query: send it as a member of the JSON body' })),
    );
  const input = needsBody(operation) || event.body ? jsonBody(event) : {};
  return { input, unknown: unknownMembers(operation, input) };
}

/**
 * Reads and validates an operation's input from the path, the query, or the body.
 * @throws {ApiError} for a body that is not JSON; {ValidationError}
 */
export function readInput(operation: Operation, event: APIGatewayProxyEventV2): Input {
  const { input, unknown } = hasBody(operation.method)
    ? sentBody(operation, event)
    : sentQuery(operation, event);
  return parseInput(operation.input, { ...input, ...event.pathParameters }, unknown);
}
