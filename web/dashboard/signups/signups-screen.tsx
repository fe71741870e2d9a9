import { ActionIcon, Button, Menu, Table, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ENTRIES_PER_PAGE, type Entry, type EntrySort, entriesQuery } from '../api/queries.ts';
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
import { HeldReferrals } from './held-referrals.tsx';
import { DEFAULT_SORT, type SignupsPlace, toSignupsPlace } from './signups-place.ts';

const TYPING_MS = 350;

/** Loaded separately: most visits look at nobody alone. */
const PersonDrawer = lazy(() => import('./person-drawer.tsx'));

/** Signups by place, by referrals, or by date. Page, search, and sort are in the URL. */
export function SignupsScreen() {
  const waitlist = useWaitlist();
  const { id, name, shareUrl } = waitlist;
  const url = usePageUrl(waitlist);
  const search = useSearch({ from: '/waitlists/$id/signups' });
  const navigate = useNavigate({ from: '/waitlists/$id/signups' });
  const page = search.page ?? 1;
  const q = search.q ?? '';
  const sort = search.sort ?? DEFAULT_SORT;
  const query = useQuery(entriesQuery(id, { page, q, sort }));
  const [erasing, setErasing] = useState<Entry | null>(null);
  const go = (next: SignupsPlace) =>
    void navigate({ search: toSignupsPlace({ q, sort, ...next }), replace: !next.page });
  const show = (place: SignupsPlace) => void navigate({ search: toSignupsPlace({ ...place }) });
  // The last page disappeared with its last signup, or the URL is old.
  const pages = query.data && Math.max(Math.ceil(query.data.total / ENTRIES_PER_PAGE), 1);
  const isPast = pages !== undefined && page > pages && !query.isPlaceholderData;
  useEffect(() => {
    if (isPast) void navigate({ search: toSignupsPlace({ q, sort, page: pages }), replace: true });
  }, [isPast, pages, q, sort, navigate]);

  return (
    <>
      <HeldReferrals waitlistId={id} />
      <Section
        title="Signups"
        lead={query.data && leadOf(query.data.total, q, sort)}
        actions={
          <>
            <SearchField key={q === '' ? 'empty' : 'set'} value={q} onSearch={value => go({ q: value })} />
            <ExportButton id={id} isEmpty={q === '' && sort !== 'referrals' && query.data?.total === 0} />
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
              q || sort === 'referrals' ? (
                <EmptyState
                  title={q ? 'No matches' : 'No referrals yet'}
                  action={
                    <Button variant="default" onClick={() => go({ q: '', sort: DEFAULT_SORT })}>
                      Show everyone
                    </Button>
                  }
                >
                  {q
                    ? `No email or name contains “${q}”.`
                    : 'Everyone who joins gets a link to share. People whose friends joined appear here.'}
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
                  onOpen={person => show({ ...search, person })}
                  sort={q ? null : sort}
                  onSort={next => go({ sort: next })}
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
      <Suspense>
        {search.person && (
          <PersonDrawer
            waitlistId={id}
            entryId={search.person}
            joinUrl={shareUrl ?? url}
            onClose={() => show({ page, q, sort })}
            onErase={entry => {
              show({ page, q, sort });
              setErasing(entry);
            }}
          />
        )}
      </Suspense>
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
      aria-label="Search by email or name"
      placeholder="Search by email or name"
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

function leadOf(total: number, q: string, sort: EntrySort): string {
  if (q) return count(total, 'match', 'matches');
  return sort === 'referrals'
    ? `${count(total, 'person', 'people')} whose friends joined`
    : count(total, 'person', 'people');
}

interface SortHeaderProps {
  readonly sort: EntrySort | null;
  readonly onSort: (sort: EntrySort) => void;
  readonly by: EntrySort;
  readonly title: string;
  readonly className: string;
}

/** A column heading that sorts. Places go up from 1; friends and dates start with the most and the newest. */
function SortHeader({ sort, onSort, by, title, className }: SortHeaderProps) {
  const order = by === 'position' ? 'ascending' : 'descending';
  const isSorted = sort === by;
  return (
    <Table.Th className={className} aria-sort={isSorted ? order : undefined}>
      {sort === null ? (
        title
      ) : (
        <button type="button" className="sort" onClick={() => onSort(by)}>
          {title}
          <span className="sort-mark" aria-hidden>
            {isSorted ? (order === 'ascending' ? '↑' : '↓') : ''}
          </span>
        </button>
      )}
    </Table.Th>
  );
}

interface EntryTableProps {
  readonly entries: readonly Entry[];
  /** Where referral links lead. */
  readonly joinUrl: string;
  readonly onErase: (entry: Entry) => void;
  readonly onOpen: (entryId: string) => void;
  /** Null: matches of a search, which are newest first. */
  readonly sort: EntrySort | null;
  readonly onSort: (sort: EntrySort) => void;
  readonly isStale: boolean;
}

function EntryTable({ entries, joinUrl, onErase, onOpen, sort, onSort, isStale }: EntryTableProps) {
  const header = { sort, onSort };
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
            <SortHeader {...header} by="position" className="figure place" title="Place" />
            <Table.Th>Person</Table.Th>
            <SortHeader {...header} by="referrals" className="figure wide-only" title="Friends" />
            <SortHeader {...header} by="joined" className="wide-only" title="Joined" />
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
                <button type="button" className="row-title row-open" onClick={() => onOpen(entry.id)}>
                  {entry.email}
                </button>
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
