import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Key, keysQuery } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { formatAgo, formatDay } from '../components/format.ts';
import { GuideLink } from '../components/guide-link.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { Plus } from '../design/icons.ts';
import { AccessTable } from './access-table.tsx';
import { CreateKey } from './create-key.tsx';

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
          <span>
            For calling the API from your own code. New to it?{' '}
            <GuideLink to="start-here">Start here</GuideLink>
          </span>
        }
      >
        {query.data && query.data.keys.length > 0 && create}
      </PageHeader>
      <Loaded query={query} skeleton={<ListSkeleton />}>
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState title="No API keys yet" action={create}>
              A key gives your code only the permissions you select. It’s shown once, when you create it.
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
  return (
    <AccessTable
      items={keys}
      kind="Key"
      details={({ prefix, createdAt }) => (
        <>
          <code>{`${prefix}…`}</code>
          <span>{`created ${formatDay(createdAt)}`}</span>
        </>
      )}
      operation="revoke_key"
      queryKey={keysQuery.queryKey}
      question={{
        title: name => `Revoke “${name}”?`,
        text: ({ prefix, lastUsedAt }) => (
          <p>
            Requests with <code>{`${prefix}…`}</code> will fail immediately. The key was{' '}
            <span>{lastUsedAt ? `last used ${formatAgo(lastUsedAt)}` : 'never used'}</span>. You can’t undo
            this.
          </p>
        ),
      }}
      done="Key revoked."
    />
  );
}
