import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Key, keysQuery } from '../api/people.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { formatAgo, formatDay } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { Plus } from '../design/icons.ts';
import { AccessTable } from './access-table.tsx';
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
            <Lines count={4} height={18} />
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
  return (
    <AccessTable
      items={keys}
      kind="Key"
      details={({ prefix, createdAt }) => (
        <>
          <code>{prefix}…</code>
          <span>made {formatDay(createdAt)}</span>
        </>
      )}
      path="/dashboard/keys"
      queryKey={keysQuery.queryKey}
      question={{
        title: name => `Revoke “${name}”?`,
        text: ({ prefix, lastUsedAt }) => (
          <p>
            Whatever uses <code>{prefix}…</code> is refused from now on; it was{' '}
            {lastUsedAt ? `last used ${formatAgo(lastUsedAt)}` : 'never used'}. A revoked key cannot be
            brought back.
          </p>
        ),
      }}
      done="The key is revoked."
    />
  );
}
