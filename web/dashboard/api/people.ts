import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listKeys } from '../../../core/account/list-keys.ts';
import type { getPrices } from '../../../core/billing/get-prices.ts';
import type { listReceipts } from '../../../core/billing/list-receipts.ts';
import type { getStatistics } from '../../../core/entries/get-statistics.ts';
import type { listCountedWaitlists } from '../../../core/entries/list-counted-waitlists.ts';
import type { searchEntries } from '../../../core/entries/search-entries.ts';
import type { listAgents } from '../../../core/oauth/list-agents.ts';
import { call } from './client.ts';
import type { OutputOf } from './types.ts';

type Summaries = OutputOf<typeof listCountedWaitlists>;
export type WaitlistSummary = Summaries['waitlists'][number];
export type Statistics = OutputOf<typeof getStatistics>;
export type Key = OutputOf<typeof listKeys>['keys'][number];
export type Agent = OutputOf<typeof listAgents>['agents'][number];

export type Receipt = OutputOf<typeof listReceipts>['receipts'][number];

const enc = encodeURIComponent;

export const WAITLISTS_PER_PAGE = 25;
export const ENTRIES_PER_PAGE = 50;

export const summariesQuery = (page: number) =>
  queryOptions({
    queryKey: ['waitlists', page],
    queryFn: ({ signal }) =>
      call<Summaries>('/dashboard/waitlists', {
        query: { limit: WAITLISTS_PER_PAGE, offset: (page - 1) * WAITLISTS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const statisticsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['waitlist', id, 'statistics', days],
    queryFn: ({ signal }) =>
      call<Statistics>(`/dashboard/waitlists/${enc(id)}/statistics`, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });

export const entriesQuery = (id: string, { page, email }: { page: number; email: string }) =>
  queryOptions({
    queryKey: ['waitlist', id, 'entries', page, email],
    queryFn: ({ signal }) =>
      call<OutputOf<typeof searchEntries>>(`/dashboard/waitlists/${enc(id)}/entries`, {
        query: { email, limit: ENTRIES_PER_PAGE, offset: (page - 1) * ENTRIES_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => call<OutputOf<typeof listKeys>>('/dashboard/keys', { signal }),
});

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => call<OutputOf<typeof listAgents>>('/dashboard/agents', { signal }),
});

export const receiptsQuery = queryOptions({
  queryKey: ['receipts'],
  queryFn: ({ signal }) => call<OutputOf<typeof listReceipts>>('/dashboard/receipts', { signal }),
});

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => call<OutputOf<typeof getPrices>>('/dashboard/prices', { signal }),
  select: ({ prices }) => new Map(prices.map(({ product, priceUsd }) => [product, priceUsd])),
  staleTime: 5 * 60_000,
});
