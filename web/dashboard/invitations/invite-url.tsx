import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Waitlist } from '../api/queries.ts';
import { WaitlistForm } from '../waitlists/waitlist-form.tsx';

/** The id of the field. */
export const INVITE_URL_FIELD = 'invite-url';

/** Where invited people go. Empty: nobody can be invited. */
export function InviteUrl({ waitlist: { id, inviteUrl, invitationPlan } }: { readonly waitlist: Waitlist }) {
  const form = useForm({
    initialValues: { inviteUrl: inviteUrl ?? '' },
    validate: {
      inviteUrl: typed =>
        typed.trim() === '' && invitationPlan !== null
          ? 'Your plan leads people there. Remove the plan first'
          : null,
    },
  });
  return (
    <WaitlistForm
      id={id}
      form={form}
      toChanges={values => ({ inviteUrl: values.inviteUrl.trim() || null })}
      saved="Saved. New invitations lead there."
    >
      <TextInput
        id={INVITE_URL_FIELD}
        label="Where invited people go"
        description="A page of your app, such as its sign-up. The link in the email adds the code."
        placeholder="https://rocket.example/welcome"
        maxLength={2000}
        spellCheck={false}
        autoCapitalize="none"
        inputMode="url"
        {...form.getInputProps('inviteUrl')}
      />
    </WaitlistForm>
  );
}
