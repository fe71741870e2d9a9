import * as z from 'zod';
import { Audience } from '../audiences/audience.ts';
import { DateTime } from '../kernel/schemas.ts';
import { isTimeZone } from './plan-runs.ts';
import { WEEKDAYS } from './weekdays.ts';

/** The most people of one batch of invitations, and of one run. */
export const MOST_INVITED = 10_000;

export const ExpiresInDays = () => z.int().min(1).max(90).default(14);

const members = () => ({
  count: z.int().min(1).max(MOST_INVITED).meta({ description: 'People of one run' }),
  days: z
    .array(z.enum(WEEKDAYS))
    .min(1, 'must name at least one day')
    .max(WEEKDAYS.length, 'must name each day once')
    .transform(days => WEEKDAYS.filter(day => days.includes(day)))
    .pipe(z.array(z.enum(WEEKDAYS))),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 09:30')
    .meta({ description: 'HH:MM in timezone' }),
  timezone: z.string().max(64).refine(isTimeZone, { error: 'must be an IANA time zone like Europe/Berlin' }),
  expiresInDays: ExpiresInDays(),
  audience: Audience().optional(),
  remindAfterDays: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .meta({ description: 'When those who have not redeemed are emailed once more' }),
  maxOpen: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .default(null)
    .meta({ description: 'Open invitations at which it invites nobody' }),
  paused: z.boolean().default(false),
});

/** Lets people in by itself, on some days of the week (beyond 16). */
export const InvitationPlanInput = () =>
  z.object(members()).refine(({ remindAfterDays, expiresInDays }) => (remindAfterDays ?? 0) < expiresInDays, {
    path: ['remindAfterDays'],
    error: 'must be less than expiresInDays',
  });
export type InvitationPlanInput = z.output<ReturnType<typeof InvitationPlanInput>>;

export const InvitationPlan = () =>
  z.object({
    ...members(),
    nextRunAt: DateTime.nullable().meta({ description: 'null while paused' }),
  });
export type InvitationPlan = z.output<ReturnType<typeof InvitationPlan>>;
