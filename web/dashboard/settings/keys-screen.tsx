import { Badge, Button, Group, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ALL_SCOPES } from '../../../core/scopes.ts';
import { call } from '../api/client.ts';
import { type Key, keysQuery } from '../api/people.ts';
import { Confirm } from '../components/confirm.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { formatAgo, formatDay } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { Plus } from '../design/icons.ts';
import { CreateKey } from './create-key.tsx';

/** The keys by which programs call the API. */
export function KeysScreen() {
  const query = useQuery(keysQuery);
  const [isCreating, creating] = useDisclosure();
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={creating.open}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        lead={
          <>
            For programs that call the API. What they can call is in the <a href="/docs">documentation</a>.
          </>
        }
      >
        {query.data && query.data.keys.length > 0 && create}
      </PageHeader>
      <Loaded
        query={query}
        skeleton={
          <Section>
            <Lines count={4} height={28} />
          </Section>
        }
      >
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState title="No keys yet" action={create}>
              A key lets a program do what you tick, and nothing else. It is shown once, when it is made.
            </EmptyState>
          ) : (
            <KeyTable keys={keys} />
          )
        }
      </Loaded>
      <CreateKey opened={isCreating} onClose={creating.close} />
    </>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  return (
    <Section flush>
      <div className="table-frame">
        <Table className="table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th className="wide-only">May</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th className="tools">
                <span className="unseen">Revoke</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map(key => (
              <Table.Tr key={key.id}>
                <Table.Td className="cell-text">
                  <div className="row-title">{key.name}</div>
                  <div className="row-sub">
                    <code>{key.prefix}…</code>
                    <span>made {formatDay(key.createdAt)}</span>
                  </div>
                </Table.Td>
                <Table.Td className="wide-only">
                  <Scopes scopes={key.scopes} />
                </Table.Td>
                <Table.Td className="quiet">{key.lastUsedAt ? formatAgo(key.lastUsedAt) : 'never'}</Table.Td>
                <Table.Td className="tools">
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => setRevoking(key)}
                  >
                    Revoke
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Section>
  );
}

/** What a key or an agent may do, in short. */
export function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === ALL_SCOPES.length)
    return (
      <Badge variant="light" color="yellow">
        everything
      </Badge>
    );
  return (
    <Group gap={4}>
      {scopes.map(scope => (
        <Badge key={scope} variant="light" color="gray">
          {scope}
        </Badge>
      ))}
    </Group>
  );
}

function RevokeKey({ apiKey, onClose }: { readonly apiKey: Key | null; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: Key) => call(`/dashboard/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess() {
      notify('The key is revoked.');
      void queries.invalidateQueries({ queryKey: keysQuery.queryKey });
      onClose();
    },
  });
  return (
    <Confirm
      opened={apiKey !== null}
      onClose={onClose}
      title={`Revoke “${apiKey?.name ?? ''}”?`}
      action="Revoke"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => apiKey && revoke.mutate(apiKey)}
    >
      <p>
        Whatever uses <code>{apiKey?.prefix}…</code> is refused from now on
        {apiKey?.lastUsedAt ? (
          <>; it was last used {formatAgo(apiKey.lastUsedAt)}</>
        ) : (
          <>; it was never used</>
        )}
        . A revoked key cannot be brought back.
      </p>
    </Confirm>
  );
}
