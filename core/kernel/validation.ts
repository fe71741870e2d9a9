import type * as z from 'zod';
import { type ErrorDetail, ValidationError } from './errors.ts';

/** How large something must be. */
function sizeOf(origin: string, bound: 'least' | 'most', size: number | bigint): string {
  if (origin === 'array') return `must have at ${bound} ${size} ${size === 1 ? 'item' : 'items'}`;
  return `must be at ${bound} ${size}${origin === 'string' ? ' characters' : ''}`;
}

/** States what is expected; zod's own messages state what is wrong. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      if (issue.expected === 'int') return 'must be a whole number';
      if (issue.expected === 'record') return 'must be an object';
      return `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sizeOf(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return sizeOf(issue.origin, 'most', issue.maximum);
    case 'invalid_format':
      if (issue.format === 'datetime')
        return 'must be a date and time with a time zone, like 2026-11-27T09:00:00Z';
      return issue.format === 'regex' ? 'has the wrong form' : `must be a valid ${issue.format}`;
    default:
      return undefined;
  }
}

/** Zod's issues as error `details`. */
export const toDetails = (error: z.ZodError): ErrorDetail[] =>
  error.issues.map(issue => ({ path: issue.path.join('.'), message: issue.message }));

/**
 * Parses a caller's input.
 * @param unknown - what is in the way besides: members that are not known
 * @throws {ValidationError} listing every invalid field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  unknown: readonly ErrorDetail[] = [],
): z.output<Schema> {
  const result = schema.safeParse(input, { error: explain });
  if (!result.success) throw new ValidationError([...unknown, ...toDetails(result.error)]);
  if (unknown.length > 0) throw new ValidationError(unknown);
  return result.data;
}
