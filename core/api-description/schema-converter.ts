import * as z from 'zod';
import { componentNames } from '../kernel/schemas.ts';
import { dropSafeRange, type Json } from './json-schema.ts';

/** Converts schemas. Collects the named ones, and refers to them. */
export function createConverter() {
  const schemas: Record<string, Json> = {};
  const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        dropSafeRange(jsonSchema);
        // Answers may get more members.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        const name = componentNames.get(zodSchema)?.id;
        if (name === undefined) return;
        schemas[name] = { ...jsonSchema };
        for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
        jsonSchema.$ref = `#/components/schemas/${name}`;
      },
    });
    return rest;
  };
  return { schemas, toSchema };
}
export type Converter = ReturnType<typeof createConverter>;
