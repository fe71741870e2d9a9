import * as z from 'zod';
import type { Operation } from '../kernel/operation.ts';

/** What an agent is told of an operation. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** A JSON Schema 2020-12 of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/**
 * Without what says little in many tokens: the dialect, which is the protocol's default, the promise that nothing is ever
 * added, the patterns of named formats. An agent reads all of two dozen tools before its first call.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The form has a name that every reader knows, and the pattern of it is twenty times as long.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // Zod writes the safe integers as bounds of every whole number.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  // A choice between objects does not say so itself, and the protocol asks for it.
  const choices = rest.anyOf ?? [rest];
  if (choices.some(choice => (choice as { type?: unknown }).type !== 'object')) {
    throw new Error('Input and output of an operation are objects');
  }
  return { ...rest, type: 'object' };
}

/** The operation as a tool: same name, input and output (contract section 7). */
export function toTool({ name, title, description, scope, effect, input, output }: Operation): Tool {
  return {
    name,
    title,
    description: `${description} Scope: ${scope}.`,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: {
      title,
      readOnlyHint: effect.readOnly,
      destructiveHint: effect.destructive,
      idempotentHint: effect.idempotent,
      openWorldHint: effect.openWorld,
    },
  };
}

/** The operations that are tools: those for callers, in their order. */
export const toolOperations = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ audience }) => audience === 'callers');
