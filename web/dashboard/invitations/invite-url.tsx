import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { useSaveWaitlist } from '../waitlists/use-save.ts';

/** Where invited people go. Empty: nobody can be invited. */
export function InviteUrl({ waitlist: { id, inviteUrl } }: { readonly waitlist: Waitlist }) {
  const save = useSaveWaitlist(id, 'Saved. New invitations lead there.');
  const form = useForm({ initialValues: { inviteUrl: inviteUrl ?? '' } });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(values =>
        save.mutate(
          { inviteUrl: values.inviteUrl.trim() || null },
          { onError: error => form.setErrors(toProblem(error).fields()) },
        ),
      )}
    >
      <Stack>
        <TextInput
          label="Where invited people go"
          description="A page of your app, such as its sign-up. The link in the email adds the code."
          placeholder="https://rocket.example/welcome"
          maxLength={2000}
          spellCheck={false}
          autoCapitalize="none"
          inputMode="url"
          {...form.getInputProps('inviteUrl')}
        />
        <FormProblem form={form} error={save.error} />
        <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
      </Stack>
    </form>
  );
}
