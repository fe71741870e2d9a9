import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import {
  ENTRIES_PER_PAGE,
  type EntriesInput,
  type Entry,
  entriesQuery,
  type Waitlist,
} from '../api/queries.ts';
import { count, formatNumber } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { RowsSkeleton } from '../components/skeletons.tsx';
import { Send, Upload } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { ColumnsMenu, type Question, useAnswerColumns } from './answer-columns.tsx';
import { EntryTable } from './entry-table.tsx';
import { ErasePerson } from './erase-person.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { namesOn, toListInput, withoutUnasked } from './filters.ts';
import { HeldReferrals } from './held-referrals.tsx';
import { isTooMany, NobodyFound, TooManyFound } from './nobody-found.tsx';
import { type Picks, usePicks } from './picks.ts';
import { DEFAULT_SORT, type SignupsFilter, type SignupsPlace, toSignupsPlace } from './signups-place.ts';

/** Loaded separately: most visits look at nobody alone. */
const PersonDrawer = lazy(() => import('./person-drawer.tsx'));
const InvitePicked = lazy(() => import('../invitations/invite-picked.tsx'));

/** The signups that the URL asks for, and a way to ask for others. */
function useSignups({ id, questions }: Waitlist) {
  const read = useSearch({ from: '/waitlists/$id/signups' });
  const navigate = useNavigate({ from: '/waitlists/$id/signups' });
  const { page = 1, sort = DEFAULT_SORT, person, ...filter } = withoutUnasked(read, questions);
  const input = { ...toListInput(filter), sort };
  const query = useQuery(entriesQuery(id, input, page));
  const show = (place: SignupsPlace, replace = false) =>
    void navigate({ search: toSignupsPlace({ ...place }), replace });
  // The last page disappeared with its last signup, or the URL is old.
  const pages = query.data && Math.max(Math.ceil(query.data.total / ENTRIES_PER_PAGE), 1);
  const isPast = pages !== undefined && page > pages && !query.isPlaceholderData;
  useEffect(() => {
    if (isPast) void navigate({ search: now => toSignupsPlace({ ...now, page: pages }), replace: true });
  }, [isPast, pages, navigate]);
  return { page, sort, person, filter, input, closed: { ...filter, sort, page }, query, isPast, show };
}

/** Signups by place, by referrals, or by date. Page, search, filters, and sort are in the URL. */
export function SignupsScreen() {
  const waitlist = useWaitlist();
  const { id, name, shareUrl, inviteUrl } = waitlist;
  const url = usePageUrl(waitlist);
  const signups = useSignups(waitlist);
  const { sort, person, filter, input, closed, query, show } = signups;
  const picks = usePicks();
  const columns = useAnswerColumns(waitlist);
  const [erasing, setErasing] = useState<Entry | null>(null);

  return (
    <>
      {/* Not above what somebody is looking for. */}
      {namesOn(filter).every(each => each === 'status') && <HeldReferrals waitlistId={id} />}
      <Section
        title="Signups"
        lead={query.data && <span role="status">{leadOf(query.data.total, filter)}</span>}
        actions={<Files id={id} input={input} filter={filter} total={query.data?.total} />}
        flush
      >
        <FilterBar
          waitlist={waitlist}
          filter={filter}
          onFilter={change => show({ sort, ...filter, ...change })}
          onSearch={q => show({ sort, ...filter, q }, filter.q !== undefined)}
        >
          {inviteUrl !== null && <InvitePicks waitlistId={id} picks={picks} />}
          <ColumnsMenu questions={waitlist.questions} shown={columns.shown} onChange={columns.choose} />
        </FilterBar>
        <SignupsList
          signups={signups}
          waitlist={waitlist}
          picks={picks}
          columns={columns.shown}
          onErase={setErasing}
        />
      </Section>
      <Suspense>
        {person && (
          <PersonDrawer
            waitlistId={id}
            entryId={person}
            joinUrl={shareUrl ?? url}
            onClose={() => show(closed)}
            onErase={entry => {
              show(closed);
              setErasing(entry);
            }}
          />
        )}
      </Suspense>
      <ErasePerson waitlistId={id} waitlistName={name} entry={erasing} onClose={() => setErasing(null)} />
    </>
  );
}

/** A page of those who are shown, or why there is nobody. */
function SignupsList({
  signups: { page, sort, filter, closed, query, isPast, show },
  waitlist,
  picks,
  columns,
  onErase,
}: {
  readonly signups: ReturnType<typeof useSignups>;
  readonly waitlist: Waitlist;
  readonly picks: Picks;
  readonly columns: readonly Question[];
  readonly onErase: (entry: Entry) => void;
}) {
  const url = usePageUrl(waitlist);
  if (isTooMany(query.error)) return <TooManyFound />;
  const skeleton = <RowsSkeleton rows={12} dense />;
  return (
    <Loaded query={query} skeleton={skeleton}>
      {({ entries, total }) => {
        // Nobody matched before: that says nothing yet about those who are asked for now.
        if (total === 0 && query.isPlaceholderData) return skeleton;
        if (total === 0) return <NobodyFound filter={filter} onClear={() => show({ sort })} />;
        return (
          <>
            <EntryTable
              entries={entries}
              joinUrl={waitlist.shareUrl ?? url}
              onErase={onErase}
              onOpen={person => show({ ...closed, person })}
              sort={sort}
              picks={waitlist.inviteUrl === null ? null : picks}
              onSort={next => show({ ...filter, sort: next })}
              columns={columns}
              isStale={query.isPlaceholderData || isPast}
            />
            <Pager
              page={page}
              perPage={ENTRIES_PER_PAGE}
              total={total}
              onPage={next => show({ ...closed, page: next })}
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** People from a file, and to a file. */
const Files = ({
  id,
  input,
  filter,
  total,
}: {
  readonly id: string;
  readonly input: EntriesInput;
  readonly filter: SignupsFilter;
  readonly total: number | undefined;
}) => (
  <>
    <Button
      size="xs"
      variant="default"
      leftSection={<Upload size={14} aria-hidden />}
      component={Link}
      to={`/waitlists/${id}/signups/import`}
    >
      Import
    </Button>
    <ExportButton id={id} input={input} total={total} isFiltered={namesOn(filter).length > 0} />
  </>
);

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

function leadOf(total: number, filter: SignupsFilter): string {
  const names = namesOn(filter);
  if (names.some(each => each !== 'status')) return count(total, 'match', 'matches');
  return [count(total, 'person', 'people'), filter.status].filter(Boolean).join(' ');
}
