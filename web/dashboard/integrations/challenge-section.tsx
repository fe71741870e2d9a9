import { Badge, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TurnstileStatus } from '../../../core/bot-challenge/schemas.ts';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { accountQuery, turnstileQuery } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { PlanNotice } from './plan-notice.tsx';

const MODES: Readonly<Record<TurnstileStatus['mode'], { label: string; color: string; words: string }>> = {
  custom: { label: 'Your keys', color: 'teal', words: 'Visitors meet the challenge of your own widget.' },
  shared: { label: 'Shared keys', color: 'gray', words: 'Visitors meet the challenge of the service.' },
  none: { label: 'None', color: 'yellow', words: 'Nothing stands between bots and this waitlist.' },
};

const path = (id: string): string => `/waitlists/${encodeURIComponent(id)}/turnstile`;

/** What tells people from bots before they join. */
export function ChallengeSection({ id }: { readonly id: string }) {
  const query = useQuery(turnstileQuery(id));
  const { data: account } = useQuery(accountQuery);
  return (
    <Section
      title="Bot challenge"
      lead="Cloudflare Turnstile. With a domain of your own, use keys of your own: a widget works on the host names it lists."
    >
      <Loaded query={query}>
        {status => (
          <Stack>
            <Group gap="sm">
              <Badge variant="light" color={MODES[status.mode].color}>
                {MODES[status.mode].label}
              </Badge>
              <span className="quiet">{MODES[status.mode].words}</span>
            </Group>
            {account?.capabilities.customDomain ? (
              <Keys id={id} status={status} />
            ) : (
              <PlanNotice what="Keys of your own" />
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
      call<TurnstileStatus>(path(id), {
        method: 'PUT',
        // Only what was typed: the other one stays as it is.
        body: { ...(siteKey.trim() && { siteKey }), ...(secretKey.trim() && { secretKey }) },
      }),
    onSuccess(next) {
      update(next);
      form.reset();
      notify('The keys are saved.');
    },
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  const [isAsking, asking] = useDisclosure();
  const clear = useMutation({
    mutationFn: () => call<TurnstileStatus>(path(id), { method: 'DELETE' }),
    onSuccess(next) {
      update(next);
      asking.close();
      notify('Your keys are removed.');
    },
  });
  const hasAny = status.hasCustomSiteKey || status.hasCustomSecretKey;
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
        <Stack>
          <div className="two">
            <TextInput
              label="Site key"
              placeholder={status.hasCustomSiteKey ? 'Stored; type to replace it' : ''}
              spellCheck={false}
              {...form.getInputProps('siteKey')}
            />
            <PasswordInput
              label="Secret key"
              placeholder={status.hasCustomSecretKey ? 'Stored; type to replace it' : ''}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the secret key' }}
              {...form.getInputProps('secretKey')}
            />
          </div>
          {hasAny && status.mode !== 'custom' && (
            <p className="quiet">Both keys are needed; until then the challenge is not yours.</p>
          )}
          <FormProblem form={form} error={save.error} />
          <Group gap="xs" justify="flex-end">
            {hasAny && (
              <Button variant="default" color="red" onClick={asking.open}>
                Remove my keys…
              </Button>
            )}
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save the keys
            </Button>
          </Group>
          <UnsavedGuard when={form.isDirty()} />
        </Stack>
      </form>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title="Remove your keys?"
        action="Remove"
        isBusy={clear.isPending}
        error={clear.error}
        onConfirm={() => clear.mutate()}
      >
        <p>
          Visitors no longer meet the challenge of your own widget. The secret key is not kept anywhere else:
          to use it again, get it from Cloudflare.
        </p>
      </Confirm>
    </>
  );
}
