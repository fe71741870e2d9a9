import { Alert, Button, NumberInput, Switch, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Waitlist } from '../api/queries.ts';
import { OnePayment } from '../billing/one-payment.tsx';
import { Section } from '../components/section.tsx';
import { Trophy } from '../design/icons.ts';
import type { SettingsForm } from './settings-form.ts';

/** Whether referrals move people up, and by how much. */
export function Referrals({ waitlist, form }: { readonly waitlist: Waitlist; readonly form: SettingsForm }) {
  return (
    <Section
      title="Referrals"
      lead="Everyone who joins gets a link to share. Referrals are always counted; turn them on to also move people up the line."
    >
      {!waitlist.licensed && <NeedsLicense id={waitlist.id} />}
      <div className="settings-fields">
        <Switch
          label="Move people up when their friends join"
          disabled={!waitlist.licensed}
          {...form.getInputProps('referralEnabled', { type: 'checkbox' })}
        />
        <NumberInput
          label="Places gained per friend"
          min={1}
          max={100}
          allowDecimal={false}
          w={200}
          {...form.getInputProps('referralBoost')}
        />
        <Textarea
          label="Message after joining"
          description="Optional. Shown with the referral link."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...form.getInputProps('referralMessage')}
        />
      </div>
    </Section>
  );
}

function NeedsLicense({ id }: { readonly id: string }) {
  return (
    <Alert icon={<Trophy size={18} />} title="This waitlist needs a license" mb="md">
      <OnePayment product="license" what="Lasts as long as the waitlist does." />
      <Button component={Link} to={`/waitlists/${id}/license`} size="xs" mt="sm">
        License this waitlist
      </Button>
    </Alert>
  );
}
