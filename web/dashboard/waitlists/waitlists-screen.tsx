import { Badge, Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { summariesQuery, WAITLISTS_PER_PAGE, type WaitlistSummary } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { count, formatDay, formatNumber, shortUrl } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { Plus } from '../design/icons.ts';
import { CreateWaitlist } from './create-waitlist.tsx';

/** The account's waitlists with their signups, today and in total. */
export function WaitlistsScreen() {
  const [page, setPage] = useState(1);
  const [isCreating, creating] = useDisclosure();
  const query = useQuery(summariesQuery(page));
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={creating.open}>
      New waitlist
    </Button>
  );
  return (
    <>
      <PageHeader title="Waitlists">{query.data && query.data.total > 0 && create}</PageHeader>
      <Loaded
        query={query}
        skeleton={
          <Section>
            <Lines count={5} height={18} />
          </Section>
        }
      >
        {({ waitlists, total }) =>
          total === 0 ? (
            <EmptyState title="Create your first waitlist" action={create}>
              Name it, pick a template, and its page is live. People who join get a place in line, a
              confirmation email, and a link to share.
            </EmptyState>
          ) : (
            <Section flush>
              <WaitlistTable waitlists={waitlists} />
              {total > WAITLISTS_PER_PAGE && (
                <div className="section-foot">
                  <span className="quiet">{count(total, 'waitlist')}</span>
                  <Pager page={page} pages={Math.ceil(total / WAITLISTS_PER_PAGE)} onPage={setPage} />
                </div>
              )}
            </Section>
          )
        }
      </Loaded>
      <CreateWaitlist opened={isCreating} onClose={creating.close} />
    </>
  );
}

function WaitlistTable({ waitlists }: { readonly waitlists: readonly WaitlistSummary[] }) {
  return (
    <div className="table-frame">
      <Table className="table" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Waitlist</Table.Th>
            <Table.Th className="figure">Today</Table.Th>
            <Table.Th className="figure">Signups</Table.Th>
            <Table.Th className="wide-only">Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {waitlists.map(({ id, name, url, licensed, today, total, createdAt }) => (
            <Table.Tr key={id} className="row-link">
              <Table.Td className="cell-text">
                <Link to="/waitlists/$id" params={{ id }} className="row-title">
                  {name}
                </Link>
                <div className="row-sub">
                  <span className="row-path">{shortUrl(url)}</span>
                  {licensed && (
                    <Badge size="xs" variant="light" color="yellow">
                      Licensed
                    </Badge>
                  )}
                </div>
              </Table.Td>
              <Table.Td className="figure">
                {today > 0 ? `+${formatNumber(today)}` : <span className="quiet">0</span>}
              </Table.Td>
              <Table.Td className="figure">{formatNumber(total)}</Table.Td>
              <Table.Td className="wide-only quiet day">{formatDay(createdAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
