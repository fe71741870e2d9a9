import { Alert, Button, NumberInput, Stack, Switch, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { OnePayment } from '../billing/one-payment.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { Trophy } from '../design/icons.ts';
import { useSaveWaitlist } from './use-save.ts';

/** Whether referrals move people up, and by how much. */
export function Referrals({ waitlist }: { readonly waitlist: Waitlist }) {
  const save = useSaveWaitlist(waitlist.id);
  const form = useForm({
    initialValues: {
      referralEnabled: waitlist.referralEnabled,
      referralBoost: waitlist.referralBoost as number | string,
      referralMessage: waitlist.referralMessage ?? '',
    },
    validate: {
      referralBoost: value =>
        Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100
          ? null
          : 'Enter a whole number from 1 to 100',
    },
  });
  return (
    <Section
      title="Referrals"
      lead="Everyone who joins gets a link to share. Referrals are always counted; turn them on to also move people up the line."
    >
      {!waitlist.licensed && <NeedsLicense id={waitlist.id} />}
      <form
        noValidate
        onSubmit={form.onSubmit(({ referralEnabled, referralBoost, referralMessage }) =>
          save.mutate(
            {
              // The API refuses this field for unlicensed waitlists.
              ...(waitlist.licensed && { referralEnabled }),
              referralBoost: Number(referralBoost),
              referralMessage: referralMessage.trim() || null,
            },
            {
              onSuccess: () => form.resetDirty(),
              onError: error => form.setErrors(toProblem(error).fields()),
            },
          ),
        )}
      >
        <Stack>
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
          <FormProblem form={form} error={save.error} />
          <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
        </Stack>
      </form>
    </Section>
  );
}

function NeedsLicense({ id }: { readonly id: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Trophy size={18} />}
      title="This waitlist needs a license"
      mb="md"
    >
      <OnePayment product="license" what="Lasts as long as the waitlist does." />
      <Button component={Link} to={`/waitlists/${id}/license`} size="xs" mt="sm">
        License this waitlist
      </Button>
    </Alert>
  );
}
