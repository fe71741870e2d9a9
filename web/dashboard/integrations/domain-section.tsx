import { Badge, Button, Group, Loader, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { accountQuery, type Domain, domainQuery } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { Copyable } from '../components/copy-button.tsx';
import { FactList } from '../components/fact-list.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { formatAgo } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { PlanNotice } from './plan-notice.tsx';

/** The custom domain of a waitlist. */
export function DomainSection({ id }: { readonly id: string }) {
  const query = useQuery(domainQuery(id));
  const { data: account } = useQuery(accountQuery);
  return (
    <Section title="Custom domain" lead="Serves your page on your own domain.">
      <Loaded query={query}>
        {domain =>
          domain.domain === null ? (
            account?.capabilities.customDomain ? (
              <ConnectDomain id={id} />
            ) : (
              <PlanNotice what="Custom domains" />
            )
          ) : (
            <ConnectedDomain id={id} domain={domain} name={domain.domain} />
          )
        }
      </Loaded>
    </Section>
  );
}

function ConnectDomain({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { domain: '' },
    validate: { domain: value => (value.trim() === '' ? 'Enter a domain like waitlist.example.com' : null) },
  });
  const connect = useMutation({
    mutationFn: ({ domain }: typeof form.values) => call('connect_domain', { id, domain: domain.trim() }),
    onSuccess: domain => queries.setQueryData(domainQuery(id).queryKey, domain),
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(values => connect.mutate(values))}>
      <Stack>
        <Group align="flex-start" gap="xs" className="field-row">
          <TextInput
            aria-label="Domain"
            placeholder="waitlist.example.com"
            maxLength={253}
            spellCheck={false}
            autoCapitalize="none"
            className="grow"
            {...form.getInputProps('domain')}
          />
          <Button type="submit" loading={connect.isPending}>
            Connect domain
          </Button>
        </Group>
        <FormProblem form={form} error={connect.error} />
      </Stack>
    </form>
  );
}

export const STATES: Readonly<Record<Domain['state'], { label: string; color: string }>> = {
  none: { label: 'None', color: 'gray' },
  verifying: { label: 'Verifying', color: 'yellow' },
  active: { label: 'Active', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
};

function ConnectedDomain({
  id,
  domain,
  name,
}: {
  readonly id: string;
  readonly domain: Domain;
  readonly name: string;
}) {
  const queries = useQueryClient();
  const update = (next: Domain) => queries.setQueryData(domainQuery(id).queryKey, next);
  const again = useMutation({
    mutationFn: () => call('connect_domain', { id, domain: name }),
    onSuccess: update,
  });
  const disconnect = useMutation({
    mutationFn: () => call('disconnect_domain', { id }),
    onSuccess(next) {
      update(next);
      notify(`Disconnected ${name}.`);
    },
  });
  const { label, color } = STATES[domain.state];
  return (
    <Stack gap="md">
      <Group gap="sm" aria-live="polite">
        {domain.state === 'active' ? (
          <a href={`https://${name}`} target="_blank" rel="noreferrer" className="row-title">
            {name}
          </a>
        ) : (
          <span className="row-title">{name}</span>
        )}
        <Badge
          color={color}
          leftSection={domain.state === 'verifying' ? <Loader size={10} color="currentColor" /> : undefined}
        >
          {label}
        </Badge>
        {domain.checkedAt && <span className="quiet">{`checked ${formatAgo(domain.checkedAt)}`}</span>}
      </Group>
      {domain.reason && <p className="quiet">{domain.reason}</p>}
      {domain.state === 'verifying' && domain.cname && (
        <DnsRecords records={domain.txt ? [domain.cname, domain.txt] : [domain.cname]} />
      )}
      {again.isError && <ProblemView error={again.error} />}
      <Group gap="xs">
        {domain.state !== 'active' && (
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {domain.state === 'failed' ? 'Connect again' : 'Check now'}
          </Button>
        )}
        <ConfirmButton
          title={`Disconnect ${name}?`}
          action="Disconnect domain"
          mutation={disconnect}
          onConfirm={disconnect.mutate}
        >
          <p>
            <strong>{name}</strong> stops showing your page; its URL under /w/ still works. If it was active,
            the domain stays reserved for your account for 7 days. Remove its CNAME record too, or another
            account could take it over.
          </p>
        </ConfirmButton>
      </Group>
    </Stack>
  );
}

type DnsRecord = NonNullable<Domain['cname'] | Domain['txt']>;

/** The DNS records to create. */
function DnsRecords({ records }: { readonly records: readonly DnsRecord[] }) {
  return (
    <div className="record">
      <p className="record-title">
        {records.length === 1
          ? 'Add this record at your DNS provider:'
          : 'Add both records at your DNS provider:'}
      </p>
      {records.map(({ type, name, value }) => (
        <FactList
          key={type}
          facts={[
            ['Type', <code key="type">{type}</code>],
            ['Name', <Copyable key="name" value={name} label={`Copy ${type} name`} />],
            ['Value', <Copyable key="value" value={value} label={`Copy ${type} value`} />],
          ]}
        />
      ))}
    </div>
  );
}
