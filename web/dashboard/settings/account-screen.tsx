import { Badge, Button, Group, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatBytes } from '../../../core/kernel/format-bytes.ts';
import { call } from '../api/client.ts';
import { accountQuery } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { FactList } from '../components/fact-list.tsx';
import { count, formatDay, formatNumber } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { PageHeader } from '../components/page-header.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';

/** Account details, replies, signing out, and deleting the account. */
/** The screen is opened to see what is used now. Long enough for what the shell has just asked for. */
const USAGE_STALE_MS = 5_000;

export function AccountScreen() {
  const { data } = useQuery({ ...accountQuery, staleTime: USAGE_STALE_MS });
  if (!data) return null;
  const { account, plan, usage, limits, capabilities } = data;
  return (
    <>
      <PageHeader title="Account" />
      <Section title="Details">
        <FactList
          facts={[
            ['Email', account.email],
            ['Created', formatDay(account.createdAt)],
            [
              'Plan',
              <Group key="plan" gap={10}>
                <Badge color={plan.id === 'pro' ? 'yellow' : 'gray'}>{plan.name}</Badge>
                <Link to="/billing">Billing</Link>
              </Group>,
            ],
            [
              'Waitlists',
              `${formatNumber(usage.waitlists)} of ${formatNumber(limits.waitlists)}, ${formatNumber(usage.licensedWaitlists)} licensed`,
            ],
            ['Signups', formatNumber(usage.entries)],
            ['Images', `${formatBytes(usage.imageBytes)} of ${formatBytes(limits.imageBytes)}`],
            [
              'Custom domains',
              capabilities.customDomain
                ? `${formatNumber(usage.domains)} of ${formatNumber(limits.domains)}`
                : null,
            ],
            [
              'AI pages',
              `${formatNumber(usage.aiGenerations.remaining)} of ${formatNumber(usage.aiGenerations.limit)} left this month`,
            ],
          ]}
        />
      </Section>
      <Replies email={account.email} isOn={account.replyTo} />
      <Section title="Sign out" lead="Sign out of this browser, or of every browser you’re signed in to.">
        {/* Plain forms: their origin is checked, and they end on the signed-out page. */}
        <Group gap="xs">
          <form method="post" action="/sign-out">
            <Button type="submit" variant="default">
              Sign out
            </Button>
          </form>
          <form method="post" action="/sign-out">
            <input type="hidden" name="everywhere" value="true" />
            <Button type="submit" variant="default">
              Sign out everywhere
            </Button>
          </form>
        </Group>
      </Section>
      <DeleteAccount email={account.email} waitlists={usage.waitlists} entries={usage.entries} />
    </>
  );
}

function Replies({ email, isOn }: { readonly email: string; readonly isOn: boolean }) {
  const queries = useQueryClient();
  const update = useMutation({
    mutationFn: (replyTo: boolean) => call('update_account', { replyTo }),
    async onSuccess({ account }) {
      await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      notify(account.replyTo ? `Replies now go to ${email}.` : 'You no longer get replies.');
    },
  });
  return (
    <Section title="Replies" lead="Turn this on to get replies to the emails that your waitlists send.">
      <Switch
        label={`Send replies to ${email}`}
        description="People who get the emails will see this address."
        checked={update.isPending ? update.variables : isOn}
        disabled={update.isPending}
        onChange={event => update.mutate(event.currentTarget.checked)}
      />
      {update.isError && (
        <div className="section-gap">
          <ProblemView error={update.error} />
        </div>
      )}
    </Section>
  );
}

function DeleteAccount({
  email,
  waitlists,
  entries,
}: {
  readonly email: string;
  readonly waitlists: number;
  readonly entries: number;
}) {
  const remove = useMutation({
    mutationFn: () => call('delete_account', { email }),
    onSuccess: () => location.replace('/sign-in'),
  });
  return (
    <Section title="Delete account" lead="Permanently deletes your account and everything in it." danger>
      <ConfirmButton
        title="Delete your account?"
        action="Delete account"
        phrase={email}
        mutation={remove}
        onConfirm={remove.mutate}
      >
        <p>
          This deletes <strong>{count(waitlists, 'waitlist')}</strong> with{' '}
          <strong>{count(entries, 'signup')}</strong>, including their pages, licenses, and domains. Your
          email templates and API keys are deleted too, and agents lose access.
        </p>
        <p>
          Images you uploaded are deleted unless another account uploaded the same file. Caches may keep them
          a little longer. Rows in your own databases stay there.
        </p>
        <p>You can’t undo this.</p>
      </ConfirmButton>
    </Section>
  );
}
