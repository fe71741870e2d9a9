import { Stack } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { useSaveWaitlist, type WaitlistChanges } from './use-save.ts';

/** A form that saves some fields of a waitlist. */
export function WaitlistForm<Values extends Record<string, unknown>>({
  id,
  form,
  toChanges,
  saved,
  onSaved = () => form.resetDirty(),
  children,
}: {
  readonly id: string;
  readonly form: Pick<
    ReturnType<typeof useForm<Values>>,
    'errors' | 'isDirty' | 'onSubmit' | 'reset' | 'resetDirty' | 'setErrors'
  >;
  readonly toChanges: (values: Values) => WaitlistChanges;
  /** Says that it was saved. */
  readonly saved?: string;
  readonly onSaved?: (waitlist: Waitlist) => void;
  readonly children: ReactElement | readonly ReactElement[];
}) {
  const save = useSaveWaitlist(id, saved);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(values =>
        save.mutate(toChanges(values), {
          onSuccess: ({ waitlist }) => onSaved(waitlist),
          onError: error => form.setErrors(toProblem(error).fields()),
        }),
      )}
    >
      <Stack>
        {children}
        <FormProblem form={form} error={save.error} />
        <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
      </Stack>
    </form>
  );
}
