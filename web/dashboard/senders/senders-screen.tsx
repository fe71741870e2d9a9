import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, sendersQuery } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { Plus } from '../design/icons.ts';
import { PlanNotice } from '../integrations/plan-notice.tsx';
import { AddSender } from './add-sender.tsx';
import { SenderSection } from './sender-section.tsx';

/** The addresses that email of the account's waitlists can come from. */
export function SendersScreen() {
  const query = useQuery(sendersQuery);
  const { data: account } = useQuery(accountQuery);
  const [isAdding, adding] = useDisclosure();
  const add = (
    <Button leftSection={<Plus size={16} />} onClick={adding.open}>
      Add sender
    </Button>
  );
  const mayAdd = account?.capabilities.customDomain ?? false;
  return (
    <>
      <PageHeader title="Senders" lead="Send your waitlists’ email from your own address.">
        {mayAdd && query.data && query.data.senders.length > 0 && add}
      </PageHeader>
      <Loaded query={query} skeleton={<ListSkeleton />}>
        {({ senders }) => (
          <>
            {account && !mayAdd && <PlanNotice what="Senders" />}
            {senders.map(sender => (
              <SenderSection key={sender.id} sender={sender} />
            ))}
            {mayAdd && senders.length === 0 && (
              <EmptyState title="No senders yet" action={add}>
                People get your email from our address until you add one of yours. You need access to the DNS
                of its domain.
              </EmptyState>
            )}
          </>
        )}
      </Loaded>
      <AddSender opened={isAdding} onClose={adding.close} />
    </>
  );
}
