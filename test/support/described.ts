import * as z from 'zod';
import { dereference } from '../../core/kernel/dereference.ts';
import type { ApiSession } from './session.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read members of the description that they then compare
export type Description = any;

/** The OpenAPI description of a server, with references resolved. */
export async function readDescription(session: ApiSession): Promise<Description> {
  const { body } = await session.visitor.get('/api/v1/openapi.json');
  return dereference(body, body);
}

/** A copy of a schema that allows no members beyond those it names, so that a test finds what is not described. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, close(each)]));
  const isObject = closed.type === 'object' && closed.properties !== undefined;
  return isObject && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}

/** What is wrong with a value by its described schema: nothing, if it is described completely. */
export function faults(schema: object | undefined, value: unknown): string[] {
  if (!schema) return ['has no schema'];
  const { examples: _, ...described } = close(schema) as Record<string, unknown>;
  const { error } = z.fromJSONSchema(described as never).safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
