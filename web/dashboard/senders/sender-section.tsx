import { Badge, Button, Group, Loader, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { type Sender, sendersQuery, waitlistNamesQuery, waitlistsKey } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { formatAgo } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { STATES } from '../integrations/domain-section.tsx';
import { countFound, DnsRecords } from './dns-records.tsx';

/** The waitlists whose email comes from it. */
function UsedBy({ senderId }: { readonly senderId: string }) {
  const { data } = useQuery(waitlistNamesQuery);
  const users = data?.waitlists.filter(waitlist => waitlist.senderId === senderId) ?? [];
  if (users.length === 0)
    return (
      <p className="quiet">No waitlist uses it yet. Choose it as the sender in the settings of a waitlist.</p>
    );
  return (
    <p className="quiet sender-users">
      <span>Used by</span>
      {users.map(({ id, name }) => (
        <Link key={id} to="/waitlists/$id/settings" params={{ id }}>
          {name}
        </Link>
      ))}
    </p>
  );
}

/** A sender: its state, what is missing, and its records. */
export function SenderSection({ sender }: { readonly sender: Sender }) {
  const { id, email, name, state, reason, records, checkedAt } = sender;
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => call('create_sender', { email, name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sendersQuery.queryKey }),
  });
  const remove = useMutation({
    mutationFn: () => call('delete_sender', { senderId: id }),
    async onSuccess() {
      notify(`Deleted ${email}.`);
      await queries.invalidateQueries({ queryKey: sendersQuery.queryKey });
      await queries.invalidateQueries({ queryKey: waitlistsKey });
      await queries.invalidateQueries({ queryKey: ['waitlist'] });
    },
  });
  const { label, color } = STATES[state];
  const isComplete = state === 'active' && reason === null;
  return (
    <Section title={email} lead={`Email comes from “${name}”.`}>
      <Stack gap="md">
        <Group gap="sm" aria-live="polite">
          <Badge
            color={color}
            leftSection={state === 'verifying' ? <Loader size={10} color="currentColor" /> : undefined}
          >
            {label}
          </Badge>
          {checkedAt && (
            <span className="quiet">{`${isComplete ? '' : `${countFound(records)}, `}checked ${formatAgo(checkedAt)}`}</span>
          )}
        </Group>
        {reason && <p className="quiet">{reason}</p>}
        {isComplete ? (
          <>
            <UsedBy senderId={id} />
            <details className="dns-more">
              <summary>DNS records</summary>
              <DnsRecords records={records} />
            </details>
          </>
        ) : (
          <DnsRecords records={records} />
        )}
        {again.isError && <ProblemView error={again.error} />}
        <Group gap="xs">
          {!isComplete && (
            <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
              {state === 'failed' ? 'Start over' : 'Check now'}
            </Button>
          )}
          <ConfirmButton
            title={`Delete ${email}?`}
            action="Delete sender"
            mutation={remove}
            onConfirm={remove.mutate}
          >
            <p>
              Email of waitlists that use <strong>{email}</strong> comes from our address again. If it was
              active, its domain stays reserved for your account for 7 days. Remove its DNS records too.
            </p>
          </ConfirmButton>
        </Group>
      </Stack>
    </Section>
  );
}
