import { useForm } from '@mantine/form';
import type { Weekday } from '../../../core/waitlists/weekdays.ts';
import type { Audience } from '../announcements/queries.ts';
import type { Input } from '../api/client.ts';
import { BROWSER_TIME_ZONE } from '../components/format.ts';
import { MOST_DAYS, MOST_INVITED, wholeUpTo } from '../components/whole-number.ts';
import type { Plan } from './queries.ts';

/** Fields for numbers hold a text while they are empty. */
type Typed = number | string;

interface PlanValues {
  readonly count: Typed;
  readonly days: readonly Weekday[];
  readonly time: string;
  readonly timezone: string;
  readonly expiresInDays: Typed;
  readonly remindAfterDays: Typed;
  readonly maxOpen: Typed;
  readonly audience: Audience;
}

/** The API's limit. */
export const MOST_OPEN = 10_000_000;

const NEW: PlanValues = {
  count: 50,
  days: ['mon', 'thu'],
  time: '09:00',
  timezone: BROWSER_TIME_ZONE,
  expiresInDays: 14,
  remindAfterDays: '',
  maxOpen: '',
  audience: {},
};

const toValues = ({ audience = {}, remindAfterDays, maxOpen, ...plan }: Plan): PlanValues => ({
  count: plan.count,
  days: plan.days,
  time: plan.time,
  timezone: plan.timezone,
  expiresInDays: plan.expiresInDays,
  remindAfterDays: remindAfterDays ?? '',
  maxOpen: maxOpen ?? '',
  audience,
});

/** Null: none. */
const toNumber = (typed: Typed): number | null => (typed === '' ? null : Number(typed));

export const toPlan = (
  values: PlanValues,
  paused: boolean,
): NonNullable<Input<'update_waitlist'>['invitationPlan']> => ({
  count: Number(values.count),
  days: [...values.days],
  time: values.time,
  timezone: values.timezone,
  expiresInDays: Number(values.expiresInDays),
  remindAfterDays: toNumber(values.remindAfterDays),
  maxOpen: toNumber(values.maxOpen),
  paused,
  ...(Object.keys(values.audience).length > 0 && { audience: values.audience }),
});

function checkReminder(typed: Typed, { expiresInDays }: PlanValues): string | null {
  if (typed === '') return null;
  return (
    wholeUpTo(MOST_DAYS)(typed) ??
    (Number(typed) < Number(expiresInDays) ? null : 'Enter fewer days than until they expire')
  );
}

export const usePlanForm = (plan: Plan | null) =>
  useForm<PlanValues>({
    initialValues: plan ? toValues(plan) : NEW,
    validate: {
      count: wholeUpTo(MOST_INVITED),
      days: days => (days.length === 0 ? 'Choose at least one day' : null),
      time: time => (time === '' ? 'Enter a time' : null),
      expiresInDays: wholeUpTo(MOST_DAYS),
      remindAfterDays: checkReminder,
      maxOpen: typed => (typed === '' ? null : wholeUpTo(MOST_OPEN)(typed)),
    },
  });

export type PlanForm = ReturnType<typeof usePlanForm>;
