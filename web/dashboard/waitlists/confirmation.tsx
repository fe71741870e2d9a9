import { Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { useSaveWaitlist } from './use-save.ts';

/** Whether people confirm their address before they join. */
export function Confirmation({ waitlist }: { readonly waitlist: Waitlist }) {
  const save = useSaveWaitlist(waitlist.id);
  const form = useForm({ initialValues: { isRequired: waitlist.confirmation === 'required' } });
  return (
    <Section title="Signups" lead="Who gets on the list.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ isRequired }) =>
          save.mutate(
            { confirmation: isRequired ? 'required' : 'none' },
            { onSuccess: () => form.resetDirty() },
          ),
        )}
      >
        <Stack>
          <Switch
            label="Confirm email addresses"
            description="People join once they click a link in an email. It works for 48 hours."
            {...form.getInputProps('isRequired', { type: 'checkbox' })}
          />
          <FormProblem form={form} error={save.error} />
          <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
        </Stack>
      </form>
    </Section>
  );
}
