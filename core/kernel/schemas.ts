import * as z from 'zod';
import { isBlank } from './blank.ts';
import { ALL_SCOPES } from './scopes.ts';

const codePoints = (value: string): number => {
  let count = 0;
  for (const _ of value) count++;
  return count;
};

/**
 * Text of `min` to `max` Unicode code points (contract section 3), not all blanks if it has a minimum. NUL and lone surrogates are refused
 * because they do not survive Postgres and JSON.
 */
export function text({ min = 0, max }: { min?: number; max: number }) {
  return z
    .string()
    .superRefine((value, context) => {
      // Code points number between half the UTF-16 units and all of them: count only when in doubt.
      const tooLong = value.length > max && (value.length > max * 2 || codePoints(value) > max);
      // `continue: false` skips later checks, which may be expensive on oversized input.
      if (tooLong) {
        context.addIssue({ code: 'custom', message: `must be at most ${max} characters`, continue: false });
      }
      if (value.length < min) {
        context.addIssue({
          code: 'custom',
          message: min === 1 ? 'must not be empty' : `must be at least ${min} characters`,
        });
      } else if (min > 0 && isBlank(value)) {
        context.addIssue({ code: 'custom', message: 'must not be blank' });
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

/** The names of schemas in the API description. */
export const componentNames = z.registry<{ id: string }>();

/** An object of answers that the API description defines once, by this name. */
export const component = <Shape extends z.core.$ZodShape>(name: string, shape: Shape) =>
  z.object(shape).register(componentNames, { id: name });

/** RFC 3339 in UTC with milliseconds, as `Date.toISOString` writes it. */
export const DateTime = z.iso.datetime({ precision: 3 });

/** A time in any time zone, kept as {@link DateTime}. Postgres has no year 0. */
export const Moment = () =>
  z.iso
    .datetime({ offset: true })
    .transform(time => new Date(time).toISOString())
    .pipe(DateTime)
    // Beyond the year 9999, it has more digits, and is refused already.
    .refine(time => time >= '1970' || !/^\d{4}-/.test(time), { error: 'must be in 1970 or later' });

const DAY_MS = 24 * 3600_000;
const UPCOMING_DAYS = 60;

/** A time at which something can be done that is set up now. */
export const Upcoming = () =>
  Moment()
    .refine(time => Date.parse(time) > Date.now(), { error: 'must be in the future' })
    .refine(time => Date.parse(time) <= Date.now() + UPCOMING_DAYS * DAY_MS, {
      error: `must be within ${UPCOMING_DAYS} days`,
    });

export const Uuid = z.uuid();

export const ScopeName = z.enum(ALL_SCOPES);

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a string looks like a UUID of any version, in any case. */
export const isUuid = (value: string): boolean => UUID_PATTERN.test(value);
