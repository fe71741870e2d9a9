import * as z from 'zod';
import { ALL_SCOPES } from './scopes.ts';

const codePoints = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/**
 * Text of `min` to `max` Unicode code points (contract section 3). NUL and lone surrogates are refused here, because
 * neither survives a round trip through Postgres and JSON.
 */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return z
    .string()
    .superRefine((value, context) => {
      // A string never has more code points than UTF-16 units, and at least half as many: count only when in doubt.
      const tooLong = value.length > max && (value.length > max * 2 || codePoints(value) > max);
      // Whatever else checks the value need not look at one that is out of bounds.
      if (tooLong) {
        context.addIssue({ code: 'custom', message: `must be at most ${max} characters`, continue: false });
      }
      if (value.length < min) {
        context.addIssue({
          code: 'custom',
          message: min === 1 ? 'must not be empty' : `must be at least ${min} characters`,
        });
      }
      if (value.includes('\0') || !value.isWellFormed()) {
        context.addIssue({
          code: 'custom',
          message: 'must be valid Unicode without NUL characters',
          continue: false,
        });
      }
    })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

/** RFC 3339 in UTC with milliseconds, made from a `Date`. */
export const DateTime = z.iso.datetime({ precision: 3 });

export const Uuid = z.uuid();

export const ScopeName = z.enum(ALL_SCOPES);

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a string has the form of a uuid of any version, in any case. */
export const isUuid = (value: string): boolean => UUID_FORM.test(value);
