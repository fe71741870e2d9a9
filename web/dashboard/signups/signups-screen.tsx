import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ENTRIES_PER_PAGE, type Entry, entriesQuery } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { count, formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { Search, Send } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { EntryTable } from './entry-table.tsx';
import { ErasePerson } from './erase-person.tsx';
import { ExportButton } from './export-button.tsx';
import { HeldReferrals } from './held-referrals.tsx';
import { type Picks, usePicks } from './picks.ts';
import { DEFAULT_SORT, type SignupsPlace, SORTS, STATUS_SORTS, toSignupsPlace } from './signups-place.ts';
import { StatusFilter } from './status.tsx';

const TYPING_MS = 350;

/** Loaded separately: most visits look at nobody alone. */
const PersonDrawer = lazy(() => import('./person-drawer.tsx'));
const InvitePicked = lazy(() => import('../invitations/invite-picked.tsx'));

/** The signups that the URL asks for, and ways to ask for others. */
function useSignups(id: string) {
  const search = useSearch({ from: '/waitlists/$id/signups' });
  const navigate = useNavigate({ from: '/waitlists/$id/signups' });
  const page = search.page ?? 1;
  const q = search.q ?? '';
  const sort = search.sort ?? DEFAULT_SORT;
  const { status } = search;
  const query = useQuery(entriesQuery(id, { page, q, sort, status }));
  const go = (next: SignupsPlace) =>
    void navigate({ search: toSignupsPlace({ q, sort, status, ...next }), replace: !next.page });
  const show = (place: SignupsPlace) => void navigate({ search: toSignupsPlace({ ...place }) });
  // The last page disappeared with its last signup, or the URL is old.
  const pages = query.data && Math.max(Math.ceil(query.data.total / ENTRIES_PER_PAGE), 1);
  const isPast = pages !== undefined && page > pages && !query.isPlaceholderData;
  useEffect(() => {
    if (isPast) void navigate({ search: toSignupsPlace({ q, sort, status, page: pages }), replace: true });
  }, [isPast, pages, q, sort, status, navigate]);
  return { search, page, q, sort, status, query, isPast, go, show };
}

const skeleton = (
  <div className="section-body">
    <Lines count={8} height={18} />
  </div>
);

/** Signups by place, by referrals, or by date. Page, search, status, and sort are in the URL. */
export function SignupsScreen() {
  const waitlist = useWaitlist();
  const { id, name, shareUrl, inviteUrl } = waitlist;
  const url = usePageUrl(waitlist);
  const { search, page, q, sort, status, query, isPast, go, show } = useSignups(id);
  const picks = usePicks();
  const [erasing, setErasing] = useState<Entry | null>(null);

  return (
    <>
      {/* Not above what somebody is looking for. */}
      {q === '' && <HeldReferrals waitlistId={id} />}
      <Section
        title="Signups"
        lead={query.data && leadOf(query.data.total, { q, sort, status })}
        actions={
          <>
            <SearchField key={q === '' ? 'empty' : 'set'} value={q} onSearch={value => go({ q: value })} />
            <ExportButton id={id} isEmpty={isEveryone({ q, sort, status }) && query.data?.total === 0} />
          </>
        }
        flush
      >
        {(inviteUrl !== null || status) && (
          <div className="table-bar">
            {q === '' && <StatusFilter status={status} onStatus={next => go({ status: next })} />}
            {inviteUrl !== null && <InvitePicks waitlistId={id} picks={picks} />}
          </div>
        )}
        <Loaded query={query} skeleton={skeleton}>
          {({ entries, total }) =>
            total === 0 ? (
              <NobodyFound
                place={{ q, sort, status }}
                onShowAll={() => go({ q: '', sort: DEFAULT_SORT, status: undefined })}
              />
            ) : (
              <>
                <EntryTable
                  entries={entries}
                  joinUrl={shareUrl ?? url}
                  onErase={setErasing}
                  onOpen={person => show({ ...search, person })}
                  sort={q ? null : sort}
                  sorts={q ? [] : status ? STATUS_SORTS : SORTS}
                  picks={inviteUrl === null ? null : picks}
                  onSort={next => go({ sort: next })}
                  isStale={query.isPlaceholderData || isPast}
                />
                {total > ENTRIES_PER_PAGE && (
                  <Pages page={page} total={total} onPage={next => go({ page: next })} />
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
            onClose={() => show({ page, q, sort, status })}
            onErase={entry => {
              show({ page, q, sort, status });
              setErasing(entry);
            }}
          />
        )}
      </Suspense>
      <ErasePerson waitlistId={id} waitlistName={name} entry={erasing} onClose={() => setErasing(null)} />
    </>
  );
}

/** The people that are picked are invited after a look at who they are. */
function InvitePicks({ waitlistId, picks }: { readonly waitlistId: string; readonly picks: Picks }) {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <Button
        size="xs"
        leftSection={<Send size={14} />}
        disabled={picks.ids.length === 0}
        onClick={() => setInviting(true)}
      >
        {picks.ids.length > 0 ? `Invite (${formatNumber(picks.ids.length)})…` : 'Invite…'}
      </Button>
      <Suspense>
        {isInviting && (
          <InvitePicked
            waitlistId={waitlistId}
            entryIds={picks.ids}
            onClose={() => setInviting(false)}
            onInvited={() => {
              setInviting(false);
              picks.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Pages({
  page,
  total,
  onPage,
}: {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}) {
  return (
    <div className="section-foot">
      <span className="quiet">
        {`${formatNumber((page - 1) * ENTRIES_PER_PAGE + 1)}–${formatNumber(Math.min(page * ENTRIES_PER_PAGE, total))} of ${formatNumber(total)}`}
      </span>
      <Pager page={page} pages={Math.ceil(total / ENTRIES_PER_PAGE)} onPage={onPage} />
    </div>
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

function leadOf(total: number, { q, sort, status }: SignupsPlace): string {
  if (q) return count(total, 'match', 'matches');
  const people = count(total, 'person', 'people');
  if (status) return `${people} ${status}`;
  return sort === 'referrals' ? `${people} whose friends joined` : people;
}

const NOBODY = {
  waiting: ['Nobody is waiting', 'Everyone on the list is invited. New signups wait until you invite them.'],
  invited: ['Nobody is invited', 'People appear here from when you invite them until they accept.'],
  accepted: ['Nobody has accepted yet', 'Invited people appear here once your app redeems their code.'],
} as const;

function emptyText({ q, sort, status }: SignupsPlace): readonly [title: string, text: string] {
  if (q) return ['No matches', `No email or name contains “${q}”.`];
  if (status) return NOBODY[status];
  return sort === 'referrals'
    ? [
        'No referrals yet',
        'Everyone who joins gets a link to share. People whose friends joined appear here.',
      ]
    : ['No signups yet', 'Share your page. People who join appear here right away.'];
}

function NobodyFound({ place, onShowAll }: { readonly place: SignupsPlace; readonly onShowAll: () => void }) {
  const [title, text] = emptyText(place);
  return (
    <EmptyState
      title={title}
      action={
        !isEveryone(place) && (
          <Button variant="default" onClick={onShowAll}>
            Show everyone
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
}

const isEveryone = ({ q, sort, status }: SignupsPlace): boolean => !q && !status && sort !== 'referrals';
