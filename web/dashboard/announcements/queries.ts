import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Input, type Output } from '../api/client.ts';
import { pollMs } from '../api/poll-due.ts';
import { pageOf, waitlistKey } from '../api/queries.ts';

export type Announcement = Output<'get_announcement'>['announcement'];
export type Audience = Announcement['audience'];
export type DryRun = Output<'send_announcement'>;

/** Key of the announcements of a waitlist. */
export const announcementsKey = (id: string) => [...waitlistKey(id), 'announcements'] as const;

export const ANNOUNCEMENTS_PER_PAGE = 10;

export const announcementsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...announcementsKey(id), page],
    queryFn: ({ signal }) =>
      call('list_announcements', { id, ...pageOf(page, ANNOUNCEMENTS_PER_PAGE) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? pollMs(data.announcements) : false),
  });

export const announcementQuery = (id: string, announcementId: string) =>
  queryOptions({
    queryKey: [...announcementsKey(id), 'one', announcementId],
    queryFn: async ({ signal }) =>
      (await call('get_announcement', { id, announcementId }, signal)).announcement,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? pollMs([data]) : false),
  });

/** What sending it now would do. */
export const dryRunQuery = (id: string, announcementId: string) =>
  queryOptions({
    queryKey: [...announcementsKey(id), 'dry run', announcementId],
    queryFn: ({ signal }) => call('send_announcement', { id, announcementId, dryRun: true }, signal),
    // True at the moment that the dialog opens.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

type Listed = Omit<Input<'list_entries'>, 'id'>;

const listedQuery = (id: string, listed: Listed) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'listed', listed],
    queryFn: ({ signal }) => call('list_entries', { id, ...listed }, signal),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

/** Its `total` is the number of people. */
export const audienceQuery = (id: string, audience: Audience) => listedQuery(id, { ...audience, limit: 1 });

const PEOPLE_OFFERED = 8;

/** People to preview an announcement as: the newest, or those whom the text finds. */
export const peopleQuery = (id: string, q: string) =>
  listedQuery(id, { ...(q !== '' && { q }), limit: PEOPLE_OFFERED });

export const entryQuery = (id: string, entryId: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'entry', entryId],
    queryFn: async ({ signal }) => (await call('get_entry', { id, entryId }, signal)).entry,
    staleTime: 15_000,
  });
