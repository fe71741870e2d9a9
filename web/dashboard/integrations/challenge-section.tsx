import { Badge, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { accountQuery, type TurnstileStatus, turnstileQuery } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { PlanNotice } from './plan-notice.tsx';

export const MODES: Readonly<
  Record<TurnstileStatus['mode'], { label: string; color: string; words: string }>
> = {
  custom: { label: 'Your keys', color: 'teal', words: 'Visitors are checked with your Turnstile widget.' },
  shared: { label: 'Shared keys', color: 'gray', words: 'Visitors are checked with our Turnstile widget.' },
  none: { label: 'Off', color: 'yellow', words: 'Visitors aren’t checked.' },
};

/** Bot protection: its status, and custom Turnstile keys. */
export function ChallengeSection({ id }: { readonly id: string }) {
  const query = useQuery(turnstileQuery(id));
  const { data: account } = useQuery(accountQuery);
  return (
    <Section
      title="Bot protection"
      lead="Checks visitors with Cloudflare Turnstile. On a custom domain, use your own keys: a widget only works on the hostnames it lists."
    >
      <Loaded query={query}>
        {status => (
          <Stack>
            <Group gap="sm">
              <Badge color={MODES[status.mode].color}>{MODES[status.mode].label}</Badge>
              <span className="quiet">{MODES[status.mode].words}</span>
            </Group>
            {account?.capabilities.customDomain ? (
              <Keys id={id} status={status} />
            ) : (
              <PlanNotice what="Custom Turnstile keys" />
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Keys({ id, status }: { readonly id: string; readonly status: TurnstileStatus }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { siteKey: '', secretKey: '' } });
  const update = (next: TurnstileStatus) => queries.setQueryData(turnstileQuery(id).queryKey, next);
  const save = useMutation({
    mutationFn: ({ siteKey, secretKey }: typeof form.values) =>
      call('set_turnstile', {
        id,
        // An omitted key stays unchanged.
        siteKey: siteKey.trim() ? siteKey : undefined,
        secretKey: secretKey.trim() ? secretKey : undefined,
      }),
    onSuccess(next) {
      update(next);
      form.reset();
      notify('Keys saved.');
    },
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  const clear = useMutation({
    mutationFn: () => call('clear_turnstile', { id }),
    onSuccess(next) {
      update(next);
      notify('Keys removed.');
    },
  });
  const hasAny = status.hasCustomSiteKey || status.hasCustomSecretKey;
  return (
    <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
      <Stack>
        <div className="two">
          <TextInput
            label="Site key"
            placeholder={status.hasCustomSiteKey ? 'Saved. Type to replace it.' : ''}
            spellCheck={false}
            {...form.getInputProps('siteKey')}
          />
          <PasswordInput
            label="Secret key"
            placeholder={status.hasCustomSecretKey ? 'Saved. Type to replace it.' : ''}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret key' }}
            {...form.getInputProps('secretKey')}
          />
        </div>
        {hasAny && status.mode !== 'custom' && (
          <p className="quiet">Your keys take effect once both are set.</p>
        )}
        <FormProblem form={form} error={save.error} />
        <Group gap="xs" justify="flex-end">
          {hasAny && (
            <ConfirmButton
              title="Remove your keys?"
              action="Remove keys"
              mutation={clear}
              onConfirm={clear.mutate}
            >
              <p>
                Visitors will no longer be checked with your Turnstile widget. We don’t keep a copy of the
                secret key; to use it again, copy it from Cloudflare.
              </p>
            </ConfirmButton>
          )}
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            Save keys
          </Button>
        </Group>
        <UnsavedGuard when={form.isDirty()} />
      </Stack>
    </form>
  );
}
