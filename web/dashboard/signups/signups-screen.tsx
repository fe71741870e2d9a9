import { ActionIcon, Button, Menu, Table, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ENTRIES_PER_PAGE, type Entry, entriesQuery } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { count, formatMoment, formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { Copy, Ellipsis, Search, UserX } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { ErasePerson } from './erase-person.tsx';
import { ExportButton } from './export-button.tsx';

const TYPING_MS = 350;

interface Place {
  readonly page?: number;
  readonly email?: string;
}

/** Leaves defaults out of the URL. */
const addressOf = ({ page = 1, email }: Place): Place => ({
  ...(email && { email }),
  ...(page > 1 && { page }),
});

/** Signups, newest first. Page and search are in the URL. */
export function SignupsScreen() {
  const waitlist = useWaitlist();
  const { id, name, shareUrl } = waitlist;
  const url = usePageUrl(waitlist);
  const search = useSearch({ from: '/waitlists/$id/signups' });
  const navigate = useNavigate({ from: '/waitlists/$id/signups' });
  const page = search.page ?? 1;
  const email = search.email ?? '';
  const query = useQuery(entriesQuery(id, { page, email }));
  const [erasing, setErasing] = useState<Entry | null>(null);
  const go = (next: Place) => void navigate({ search: addressOf({ email, ...next }), replace: !next.page });
  // The last page disappeared with its last signup, or the URL is old.
  const pages = query.data && Math.max(Math.ceil(query.data.total / ENTRIES_PER_PAGE), 1);
  const isPast = pages !== undefined && page > pages && !query.isPlaceholderData;
  useEffect(() => {
    if (isPast) void navigate({ search: addressOf({ email, page: pages }), replace: true });
  }, [isPast, pages, email, navigate]);

  return (
    <>
      <Section
        title="Signups"
        lead={
          query.data &&
          (email ? count(query.data.total, 'match', 'matches') : count(query.data.total, 'person', 'people'))
        }
        actions={
          <>
            <SearchField
              key={email === '' ? 'empty' : 'set'}
              value={email}
              onSearch={value => go({ email: value })}
            />
            <ExportButton id={id} isEmpty={email === '' && query.data?.total === 0} />
          </>
        }
        flush
      >
        <Loaded
          query={query}
          skeleton={
            <div className="section-body">
              <Lines count={8} height={18} />
            </div>
          }
        >
          {({ entries, total }) =>
            total === 0 ? (
              email ? (
                <EmptyState
                  title="No matches"
                  action={
                    <Button variant="default" onClick={() => go({ email: '' })}>
                      Show everyone
                    </Button>
                  }
                >
                  No signup has an email that starts with “{email}”.
                </EmptyState>
              ) : (
                <EmptyState title="No signups yet">
                  Share your page. People who join appear here right away.
                </EmptyState>
              )
            ) : (
              <>
                <EntryTable
                  entries={entries}
                  joinUrl={shareUrl ?? url}
                  onErase={setErasing}
                  isStale={query.isPlaceholderData || isPast}
                />
                {total > ENTRIES_PER_PAGE && (
                  <div className="section-foot">
                    <span className="quiet">
                      {formatNumber((page - 1) * ENTRIES_PER_PAGE + 1)}–
                      {formatNumber(Math.min(page * ENTRIES_PER_PAGE, total))} of {formatNumber(total)}
                    </span>
                    <Pager
                      page={page}
                      pages={Math.ceil(total / ENTRIES_PER_PAGE)}
                      onPage={next => go({ page: next })}
                    />
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </Section>
      <ErasePerson waitlistId={id} waitlistName={name} entry={erasing} onClose={() => setErasing(null)} />
    </>
  );
}

function SearchField({
  value,
  onSearch,
}: {
  readonly value: string;
  readonly onSearch: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, TYPING_MS);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      className="grow-search"
      aria-label="Search by email"
      placeholder="Search by email"
      leftSection={<Search size={16} />}
      value={typed}
      maxLength={254}
      onChange={event => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}

interface EntryTableProps {
  readonly entries: readonly Entry[];
  /** Where referral links lead. */
  readonly joinUrl: string;
  readonly onErase: (entry: Entry) => void;
  readonly isStale: boolean;
}

function EntryTable({ entries, joinUrl, onErase, isStale }: EntryTableProps) {
  async function copyLink({ referralCode }: Entry): Promise<void> {
    const link = `${joinUrl}?ref=${referralCode}`;
    await navigator.clipboard.writeText(link).then(
      () => notify('Referral link copied.'),
      () => notify(`Your browser blocked the clipboard. The link is ${link}`),
    );
  }
  return (
    <div className="table-frame" data-stale={isStale || undefined}>
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="figure place">Position</Table.Th>
            <Table.Th>Person</Table.Th>
            <Table.Th className="figure wide-only">Referrals</Table.Th>
            <Table.Th className="wide-only">Joined</Table.Th>
            <Table.Th className="tools">
              <span className="unseen">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(entry => (
            <Table.Tr key={entry.id}>
              <Table.Td className="figure place">{formatNumber(entry.position)}</Table.Td>
              <Table.Td className="cell-text">
                <div className="row-title">{entry.email}</div>
                <div className="row-sub">
                  {entry.name}
                  {entry.referredBy && <span>referred by a friend</span>}
                  {entry.referralCount > 0 && (
                    <span className="narrow-only">{count(entry.referralCount, 'referral')}</span>
                  )}
                </div>
              </Table.Td>
              <Table.Td className="figure wide-only">
                {entry.referralCount > 0 ? (
                  formatNumber(entry.referralCount)
                ) : (
                  <span className="quiet">0</span>
                )}
              </Table.Td>
              <Table.Td className="wide-only quiet moment">{formatMoment(entry.createdAt)}</Table.Td>
              <Table.Td className="tools">
                <Menu position="bottom-end" withinPortal>
                  <Menu.Target>
                    <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${entry.email}`}>
                      <Ellipsis size={17} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item leftSection={<Copy size={15} />} onClick={() => void copyLink(entry)}>
                      Copy referral link
                    </Menu.Item>
                    <Menu.Item color="red" leftSection={<UserX size={15} />} onClick={() => onErase(entry)}>
                      Erase personal data…
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
