import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { accountQuery } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { count, formatDay, formatNumber } from '../components/format.ts';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';

/** Who one is here, what one has, and the ways out. */
export function AccountScreen() {
  const { data } = useQuery(accountQuery);
  if (!data) return null;
  const { account, plan, usage } = data;
  return (
    <>
      <PageHeader title="Account" />
      <Section title="You">
        <dl className="facts">
          <div>
            <dt>Email</dt>
            <dd>{account.email}</dd>
          </div>
          <div>
            <dt>Since</dt>
            <dd>{formatDay(account.createdAt)}</dd>
          </div>
          <div>
            <dt>Plan</dt>
            <dd>
              <Group gap={10}>
                <Badge variant="light" color={plan.id === 'pro' ? 'yellow' : 'gray'}>
                  {plan.name}
                </Badge>
                <Link to="/billing">Billing</Link>
              </Group>
            </dd>
          </div>
          <div>
            <dt>Waitlists</dt>
            <dd>
              {formatNumber(usage.waitlists)}, {formatNumber(usage.licensedWaitlists)} licensed
            </dd>
          </div>
          <div>
            <dt>Signups</dt>
            <dd>{formatNumber(usage.entries)}</dd>
          </div>
          <div>
            <dt>Pages by AI</dt>
            <dd>
              {formatNumber(usage.aiGenerations.remaining)} of {formatNumber(usage.aiGenerations.limit)} left
              this month
            </dd>
          </div>
        </dl>
      </Section>
      <Section title="Sign out" lead="Everywhere means every browser in which you are signed in.">
        {/* Forms, since they are asked from which page they come, and end on one that says that it is done. */}
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

function DeleteAccount({
  email,
  waitlists,
  entries,
}: {
  readonly email: string;
  readonly waitlists: number;
  readonly entries: number;
}) {
  const [isAsking, asking] = useDisclosure();
  const remove = useMutation({
    mutationFn: () => call('/dashboard/account', { method: 'DELETE', query: { email } }),
    onSuccess: () => location.replace('/sign-in'),
  });
  return (
    <Section title="Delete the account" lead="Everything of it goes, for good." danger>
      <Button color="red" variant="default" onClick={asking.open}>
        Delete the account…
      </Button>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title="Delete your account?"
        action="Delete everything"
        phrase={email}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>
          You lose <strong>{count(waitlists, 'waitlist')}</strong> with{' '}
          <strong>{count(entries, 'signup')}</strong>, their pages, licences and domains, every email template
          and key, and whatever agents you let in.
        </p>
        <p>
          Images you uploaded go as well, unless somebody else uploaded the same; browsers and caches may show
          them a while longer. Rows in databases of your own stay there. Nothing can be brought back.
        </p>
      </Confirm>
    </Section>
  );
}
