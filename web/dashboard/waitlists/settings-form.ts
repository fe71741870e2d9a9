import { useForm } from '@mantine/form';
import type { Problem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { fromLocalTime, toLocalTime } from '../components/local-time.ts';
import { wholeUpTo } from '../components/whole-number.ts';
import type { WaitlistChanges } from './use-save.ts';

export const MAX_CAPACITY = 10_000_000;

/** Domains as people write and paste them: `@acme.com, example.com`. */
const toDomains = (text: string): string[] =>
  text.split(/[\s,;]+/).flatMap(domain => domain.replace(/^@/, '') || []);

export const toDoorValues = ({ opensAt, closesAt, capacity, closedMessage, emailRules }: Waitlist) => ({
  opensAt: toLocalTime(opensAt),
  closesAt: toLocalTime(closesAt),
  capacity: (capacity ?? '') as number | string,
  closedMessage: closedMessage ?? '',
  blockDisposable: emailRules.blockDisposable,
  allow: emailRules.allow.join(', '),
  block: emailRules.block.join(', '),
});

const toDoorChanges = (values: ReturnType<typeof toDoorValues>) => ({
  opensAt: fromLocalTime(values.opensAt),
  closesAt: fromLocalTime(values.closesAt),
  capacity: values.capacity === '' ? null : Number(values.capacity),
  closedMessage: values.closedMessage.trim() || null,
  emailRules: {
    blockDisposable: values.blockDisposable,
    allow: toDomains(values.allow),
    block: toDomains(values.block),
  },
});

const toValues = (waitlist: Waitlist) => ({
  name: waitlist.name,
  description: waitlist.description ?? '',
  slug: waitlist.slug,
  referralEnabled: waitlist.referralEnabled,
  referralBoost: waitlist.referralBoost as number | string,
  referralMessage: waitlist.referralMessage ?? '',
  mustConfirm: waitlist.confirmation === 'required',
  senderId: waitlist.senderId ?? '',
  ...toDoorValues(waitlist),
});

export type SettingsValues = ReturnType<typeof toValues>;

const toChanges = (values: SettingsValues) => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  slug: values.slug.trim(),
  referralEnabled: values.referralEnabled,
  referralBoost: Number(values.referralBoost),
  referralMessage: values.referralMessage.trim() || null,
  senderId: values.senderId || null,
  confirmation: values.mustConfirm ? ('required' as const) : ('none' as const),
  ...toDoorChanges(values),
});

/** The settings of a waitlist, as one form. */
export function useSettingsForm(waitlist: Waitlist) {
  return useForm({
    initialValues: toValues(waitlist),
    validate: {
      referralBoost: wholeUpTo(100),
      closesAt: (value, { opensAt }) =>
        value !== '' && value < opensAt ? 'Choose a time after it opens' : null,
    },
  });
}
export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** The members that were changed. */
export function changedSettings(form: SettingsForm): WaitlistChanges {
  const before: Readonly<Record<string, unknown>> = toChanges(form.getInitialValues());
  return Object.fromEntries(
    Object.entries(toChanges(form.values)).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(before[member]),
    ),
  );
}

/** Errors of the service by the fields of the form. */
export function fieldErrors(problem: Problem): Record<string, string> {
  const { confirmation, ...errors } = problem.fields('emailRules');
  return { ...errors, ...(confirmation && { mustConfirm: confirmation }) };
}

/** Starts anew from what was stored. */
export function startFrom(form: SettingsForm, waitlist: Waitlist): void {
  form.setInitialValues(toValues(waitlist));
  form.setValues(toValues(waitlist));
}
