import { Switch } from '@mantine/core';
import { Section } from '../components/section.tsx';
import type { SettingsForm } from './settings-form.ts';

/** Whether people confirm their address before they join. */
export const Confirmation = ({ form }: { readonly form: SettingsForm }) => (
  <Section title="Signups" lead="Who gets on the list.">
    <Switch
      label="Confirm email addresses"
      description="People join once they click a link in an email. It works for 48 hours."
      {...form.getInputProps('mustConfirm', { type: 'checkbox' })}
    />
  </Section>
);
