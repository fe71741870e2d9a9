import * as z from 'zod';
import { bareSchema } from '../kernel/unknown-members.ts';

/**
 * The arguments without the nulls that mean "left out", which some agents send for every optional argument. A null that the
 * schema takes stays: it clears a member.
 */
export function dropNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const bare = bareSchema(schema);
  if (Array.isArray(value)) {
    return bare instanceof z.ZodArray ? value.map(each => dropNulls(bare.element, each)) : value;
  }
  if (!(bare instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const { shape } = bare;
  const isLeftOut = ([name, each]: [string, unknown]): boolean => {
    const member = each === null && Object.hasOwn(shape, name) ? shape[name] : undefined;
    return member !== undefined && !member.safeParse(null).success && member.safeParse(undefined).success;
  };
  return Object.fromEntries(
    Object.entries(value)
      .filter(member => !isLeftOut(member))
      .map(([name, each]) => [name, Object.hasOwn(shape, name) ? dropNulls(shape[name], each) : each]),
  );
}
