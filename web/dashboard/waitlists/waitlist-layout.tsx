import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { type Waitlist, waitlistQuery } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import { CopyIcon } from '../components/copy-button.tsx';
import { shortUrl } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { WaitlistSkeleton } from '../components/skeletons.tsx';
import { ArrowUpRight, ChevronRight, Share } from '../design/icons.ts';
import { DoorState } from './door-state.tsx';
import { LiveDot } from './live-dot.tsx';
import { TABS } from './tabs.ts';
import { usePageUrl } from './use-page-url.ts';

/** The waitlist of the current route. The layout renders its screens only once it has loaded. */
export function useWaitlist(): Waitlist {
  const { id } = useParams({ from: '/waitlists/$id' });
  const { data } = useQuery(waitlistQuery(id));
  if (!data) throw new Error('The waitlist has not loaded');
  return data;
}

/** Replaces a slug in the URL with the id: the slug can change while the screen is open, and queries are cached by id. */
function useIdInAddress(id: string, waitlist: Waitlist | undefined): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (!waitlist || waitlist.id === id) return;
    queries.setQueryData(waitlistQuery(waitlist.id).queryKey, waitlist);
    void navigate({
      to: location.pathname
        .replace(/^\/dashboard/, '')
        .replace(`/${encodeURIComponent(id)}`, `/${waitlist.id}`),
      search: true,
      replace: true,
      ignoreBlocker: true,
    });
  }, [id, waitlist, queries, navigate]);
}

/** Scrolls the current tab into view where the tabs don't fit. */
function useShownTab(isThere: boolean): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes and when the tabs appear
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    // scrollIntoView would also scroll the page.
    if (tab && tabs.current)
      tabs.current.scrollLeft = tab.offsetLeft - (tabs.current.clientWidth - tab.offsetWidth) / 2;
  }, [path, isThere]);
  return tabs;
}

/** Heading and tabs around the screens of one waitlist. */
export function WaitlistLayout() {
  const { id } = useParams({ from: '/waitlists/$id' });
  const query = useQuery(waitlistQuery(id));
  useIdInAddress(id, query.data);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const tabs = useShownTab(query.data !== undefined);
  return (
    <>
      <nav aria-label="Breadcrumb" className="crumbs">
        <Link to="/">Waitlists</Link>
        <ChevronRight size={14} aria-hidden />
        <span aria-current="page">{query.data?.name ?? '…'}</span>
      </nav>
      <Loaded query={query} skeleton={<WaitlistSkeleton />} missing={<NotFound what="waitlist" />}>
        {waitlist => (
          <>
            <WaitlistHeader waitlist={waitlist} />
            <nav aria-label="Waitlist" className="tabs" ref={tabs}>
              {TABS.map(({ to, label, ...tab }) => (
                <Link
                  key={to}
                  to={to}
                  params={{ id }}
                  className="tab"
                  // The path of the overview starts all others.
                  activeOptions={{ exact: to === TABS[0].to, includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                  {...('alsoAt' in tab && path.includes(tab.alsoAt) && { 'aria-current': 'page' })}
                >
                  {label}
                </Link>
              ))}
            </nav>
            <Outlet />
          </>
        )}
      </Loaded>
    </>
  );
}

function WaitlistHeader({ waitlist }: { readonly waitlist: Waitlist }) {
  const url = usePageUrl(waitlist);
  return (
    <PageHeader
      title={waitlist.name}
      lead={
        <span className="address">
          <LiveDot />
          <span>{shortUrl(url)}</span>
          <CopyIcon value={url} label="Copy link" />
          <DoorState {...waitlist} />
        </span>
      }
    >
      <Button
        component={Link}
        to={`/waitlists/${waitlist.id}/share`}
        variant="default"
        leftSection={<Share size={16} />}
      >
        Share
      </Button>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        rightSection={<ArrowUpRight size={16} />}
      >
        Open page
      </Button>
    </PageHeader>
  );
}
