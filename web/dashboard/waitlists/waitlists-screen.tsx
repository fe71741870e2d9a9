import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIVE_POLL_MS, summariesQuery, WAITLISTS_PER_PAGE } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { count } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { Plus } from '../design/icons.ts';
import { CreateWaitlist } from './create-waitlist.tsx';
import { WaitlistTable } from './waitlist-table.tsx';

/** The account's waitlists: how they look, and their signups, as they come. */
export function WaitlistsScreen() {
  const [page, setPage] = useState(1);
  const [isCreating, creating] = useDisclosure();
  const query = useQuery({ ...summariesQuery(page), refetchInterval: LIVE_POLL_MS });
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={creating.open}>
      New waitlist
    </Button>
  );
  return (
    <>
      <PageHeader title="Waitlists">{query.data && query.data.total > 0 && create}</PageHeader>
      <Loaded query={query} skeleton={<ListSkeleton picture />}>
        {({ waitlists, total }) =>
          total === 0 ? (
            <EmptyState title="Create your first waitlist" action={create}>
              Name it, pick a template, and its page is live. People who join get a place in line, a
              confirmation email, and a link to share.
            </EmptyState>
          ) : (
            <Section flush>
              <WaitlistTable waitlists={waitlists} />
              <Pager
                page={page}
                perPage={WAITLISTS_PER_PAGE}
                total={total}
                onPage={setPage}
                shown={count(total, 'waitlist')}
              />
            </Section>
          )
        }
      </Loaded>
      <CreateWaitlist opened={isCreating} onClose={creating.close} />
    </>
  );
}
