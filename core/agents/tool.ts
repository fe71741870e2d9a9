import * as z from 'zod';
import { dropSafeRange } from '../api-description/json-schema.ts';
import { KEY_MAX_LENGTH } from '../idempotency/answer-once.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import { componentNames } from '../kernel/schemas.ts';

/** An operation as agents see it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** `anyOf` of a plain type and null, as the shorter list of types. */
function shortenNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const { anyOf: [plain, other, ...more] = [] } = schema;
  if (typeof plain !== 'object' || typeof other !== 'object' || more.length > 0) return;
  const { type, ...rest } = plain;
  if (other.type !== 'null' || typeof type !== 'string' || type === 'object' || plain.enum) return;
  delete schema.anyOf;
  // A description of the whole says more than one of the part.
  Object.assign(schema, { type: [type, 'null'], ...rest, ...schema });
}

/**
 * The tools that describe what others return too. The others only name them: an agent that needs the members before it calls
 * one looks there.
 */
export const READERS: Readonly<Record<string, string>> = {
  Waitlist: 'get_waitlist',
  EntryDetails: 'get_entry',
  InvitationBatch: 'get_invitation',
  Announcement: 'get_announcement',
  EmailTemplate: 'get_email_template',
  Sender: 'get_sender',
};

/** Inputs that another tool describes. */
const DESCRIBED_BY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  create_waitlist: {
    translations: 'update_waitlist',
    invitationPlan: 'update_waitlist',
    questions: 'update_waitlist',
    emailRules: 'update_waitlist',
  },
  update_announcement: { audience: 'create_announcement' },
};

/** Says what a schema is instead of its members, if a tool of another name describes it. */
function nameOnly(zodSchema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema, name: string): void {
  const reader = READERS[componentNames.get(zodSchema)?.id ?? ''];
  if (reader === undefined || reader === name) return;
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
  Object.assign(jsonSchema, { type: 'object', description: `As ${reader} returns it` });
}

function shortenOutput(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.required;
  if (schema.enum || schema.const !== undefined) delete schema.type;
  delete schema.format;
}

/**
 * Drops what costs many tokens and says little: the default dialect, `additionalProperties`, the patterns
 * of named formats; and of an answer which members are always there, the types of enums, and the formats of
 * strings. An agent reads all tools before its first call.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      dropSafeRange(jsonSchema);
      shortenNullable(jsonSchema);
      // The format's name says the same as its pattern, in a twentieth of the length.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (io === 'input') return;
      shortenOutput(jsonSchema);
      nameOnly(zodSchema, jsonSchema, name);
    },
  });
  // A union of objects lacks `type`, which the protocol requires.
  const choices = rest.anyOf ?? [rest];
  if (choices.some(choice => (choice as { type?: unknown }).type !== 'object')) {
    throw new Error('The input and output of an operation must be objects');
  }
  return { ...rest, type: 'object' };
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: KEY_MAX_LENGTH,
  description: 'The same in a repeated call makes it safe',
} as const;

/** Whether a call can be repeated safely only with a key: REST has a header for it. */
export const takesIdempotencyKey = ({ effect }: Operation): boolean => !effect.readOnly && !effect.idempotent;

/** The input of an operation as agents see it: some defaults differ, and they cannot send headers. */
function inputSchemaOf(operation: Operation): ObjectSchema {
  const schema = schemaOf(operation.input, 'input', operation.name);
  const properties = schema.properties as Record<string, Readonly<Record<string, unknown>>>;
  for (const [name, value] of Object.entries(operation.toolInput ?? {}))
    properties[name] = { ...properties[name], default: value };
  for (const [name, tool] of Object.entries(DESCRIBED_BY[operation.name] ?? {}))
    properties[name] = { type: properties[name]?.type ?? 'object', description: `As ${tool} takes it` };
  if (takesIdempotencyKey(operation)) properties.idempotencyKey = IDEMPOTENCY_KEY;
  return schema;
}

/** An operation as a tool: same name, input, and output (contract section 7). */
export function toTool(operation: Operation): Tool {
  const { name, title, description, scope, effect, output } = operation;
  return {
    name,
    title,
    description: `${description} Scope: ${scope}.`,
    inputSchema: inputSchemaOf(operation),
    outputSchema: schemaOf(output, 'output', name),
    annotations: {
      readOnlyHint: effect.readOnly,
      destructiveHint: effect.destructive,
      idempotentHint: effect.idempotent,
      openWorldHint: effect.openWorld,
    },
  };
}

/** Whether a caller is shown the tool of an operation: a key cannot get more scopes, but an OAuth client can ask for them. */
export const isShown = (scope: Operation['scope'], { key }: Caller): boolean =>
  key.kind === 'access_token' || scope === null || key.scopes.includes(scope);

/** The operations that are tools. */
export const toolOperations = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ audience }) => audience === 'callers');
