import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type Input, type Output } from './client.ts';
import { Problem } from './problem.ts';

export type Waitlist = Output<'get_waitlist'>['waitlist'];
export type WaitlistSummary = Output<'list_counted_waitlists'>['waitlists'][number];
export type Overview = Output<'get_overview'>;
export type Statistics = Output<'get_statistics'>;
export type EntrySort = NonNullable<Input<'list_entries'>['sort']>;
export type Person = Output<'get_person'>;
export type Entry = Output<'list_entries'>['entries'][number];
export type EntryStatus = NonNullable<Input<'list_entries'>['status']>;
export type HeldReferral = Output<'list_referrals'>['referrals'][number];
export type Domain = Output<'connect_domain'>;
export type Sender = Output<'get_sender'>['sender'];
export type TurnstileStatus = Output<'get_turnstile'>;
export type DatabaseStatus = Output<'get_database'>;
export type EmailTemplate = Output<'get_email_template'>['template'];
export type TemplateFormat = Output<'list_email_templates'>['format'];
export type TemplateVariables = TemplateFormat['variables'];
export type Key = Output<'list_keys'>['keys'][number];
export type Agent = Output<'list_agents'>['agents'][number];
export type Receipt = Output<'list_receipts'>['receipts'][number];

const RETRIES = 2;
const LONGEST_WAIT_MS = 60_000;

/** Going from screen to screen asks again after a minute: all requests of an account share one limit of 120 a minute. */
const SETTINGS_STALE_MS = 60_000;
/** For what changes as people join. */
const SIGNUPS_STALE_MS = 15_000;
/** How often screens that count signups ask while they are in view. */
export const LIVE_POLL_MS = 20_000;
/** Coming back to the tab asks again sooner: an agent may have changed something meanwhile. */
const FOCUS_STALE_MS = 15_000;

/** Whether retrying may help: network errors, and a busy server. */
const isTemporary = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status >= 502);

const isOverLimit = (error: unknown): boolean => error instanceof Problem && error.status === 429;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: SETTINGS_STALE_MS,
      refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > FOCUS_STALE_MS && 'always',
      // Offline, a request fails with an error instead of waiting silently.
      networkMode: 'always',
      // Over the limit a screen waits as long as the service says, and says so itself.
      retry: (count, error) =>
        isOverLimit(error) || (count < RETRIES && isTemporary(error) && navigator.onLine),
      retryDelay: (count, error) =>
        Math.min((error instanceof Problem && error.retryAfter) || 500 * 2 ** count, LONGEST_WAIT_MS),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Key of every list of waitlists. */
export const waitlistsKey = ['waitlists'] as const;
/** Key of all that belongs to a waitlist. */
export const waitlistKey = (id: string) => ['waitlist', id] as const;

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('get_account', {}, signal),
});

/** The service's address for help, or null. */
export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: async ({ signal }) => (await call('get_index', {}, signal)).support,
  staleTime: 'static',
});

/** The input that asks for a page of so many; the first is 1. */
export const pageOf = (page: number, limit: number) => ({ limit, offset: (page - 1) * limit });

export const WAITLISTS_PER_PAGE = 25;

export const summariesQuery = (page: number) =>
  queryOptions({
    queryKey: [...waitlistsKey, page],
    queryFn: ({ signal }) => call('list_counted_waitlists', pageOf(page, WAITLISTS_PER_PAGE), signal),
    placeholderData: keepPreviousData,
    staleTime: SIGNUPS_STALE_MS,
  });

export const waitlistNamesQuery = queryOptions({
  queryKey: [...waitlistsKey, 'names'],
  async queryFn({ signal }) {
    const first = await call('list_waitlists', {}, signal);
    const waitlists = [...first.waitlists];
    for (let after = first.next; after; ) {
      const page = await call('list_waitlists', { after, limit: 200 }, signal);
      waitlists.push(...page.waitlists);
      after = page.next;
    }
    return { waitlists };
  },
});

export const waitlistQuery = (id: string) =>
  queryOptions({
    queryKey: waitlistKey(id),
    queryFn: async ({ signal }) => (await call('get_waitlist', { id }, signal)).waitlist,
  });

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'card'],
    queryFn: ({ signal }) => call('get_card', { id }, signal),
  });

/** The days of an overview where only its totals are shown. One number, so that screens share the answer. */
export const USUAL_DAYS = 7;

export const overviewQuery = (id: string, days = USUAL_DAYS) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'overview', days],
    queryFn: ({ signal }) => call('get_overview', { id, days }, signal),
    placeholderData: keepPreviousData,
    staleTime: SIGNUPS_STALE_MS,
  });

/** What people answered. */
export const statisticsQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'statistics'],
    queryFn: ({ signal }) => call('get_statistics', { id, days: 1 }, signal),
    staleTime: SIGNUPS_STALE_MS,
  });

export const ENTRIES_PER_PAGE = 50;

/** Who is listed, and in which order. */
export type EntriesInput = Omit<Input<'list_entries'>, 'id' | 'limit' | 'offset' | 'after'>;

/** One page of those who match. An answer with long texts has fewer people than were asked for: the rest follows. */
export const entriesQuery = (id: string, input: EntriesInput, page: number) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'entries', input, page],
    async queryFn({ signal }) {
      const first = await call('list_entries', { id, ...input, ...pageOf(page, ENTRIES_PER_PAGE) }, signal);
      const entries = [...first.entries];
      let left = ENTRIES_PER_PAGE - first.limit;
      for (let after = first.next; after && left > 0; ) {
        const more = await call('list_entries', { id, ...input, after, limit: left }, signal);
        entries.push(...more.entries);
        left -= more.limit;
        after = more.next;
      }
      return { entries, total: first.total };
    },
    placeholderData: keepPreviousData,
    staleTime: SIGNUPS_STALE_MS,
  });

/** Held referrals shown at a time. */
export const HELD_PER_PAGE = 50;

export const heldReferralsQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'held referrals'],
    queryFn: ({ signal }) => call('list_referrals', { id, state: 'held', limit: HELD_PER_PAGE }, signal),
    staleTime: SIGNUPS_STALE_MS,
  });

export const personQuery = (id: string, entryId: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'person', entryId],
    queryFn: ({ signal }) => call('get_person', { id, entryId }, signal),
    staleTime: SIGNUPS_STALE_MS,
  });

const DOMAIN_POLL_MS = 4_000;

/** Polls while the domain is being verified. */
export const domainQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'domain'],
    async queryFn({ signal }): Promise<Domain> {
      const domain = await call('get_domain', { id }, signal);
      // Only a request with `check` gets the other shape.
      if (!('state' in domain)) throw new Error('get_domain answered a check that was not asked for');
      return domain;
    },
    refetchInterval: ({ state }) => (state.data?.state === 'verifying' ? DOMAIN_POLL_MS : false),
  });

/** Polls while one is being verified. */
export const sendersQuery = queryOptions({
  queryKey: ['senders'],
  queryFn: ({ signal }) => call('list_senders', {}, signal),
  refetchInterval: ({ state }) =>
    state.data?.senders.some(sender => sender.state === 'verifying') ? DOMAIN_POLL_MS : false,
});

export const turnstileQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'turnstile'],
    queryFn: ({ signal }) => call('get_turnstile', { id }, signal),
  });

export const databaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'database'],
    queryFn: ({ signal }) => call('get_database', { id }, signal),
  });

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  async queryFn({ signal }) {
    const first = await call('list_email_templates', {}, signal);
    const templates = [...first.templates];
    for (let after = first.next; after; ) {
      const page = await call('list_email_templates', { after }, signal);
      templates.push(...page.templates);
      after = page.next;
    }
    return { ...first, templates };
  },
});

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id],
    queryFn: async ({ signal }) => (await call('get_email_template', { id }, signal)).template,
  });

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => call('list_keys', {}, signal),
});

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => call('list_agents', {}, signal),
});

export const receiptsQuery = queryOptions({
  queryKey: ['receipts'],
  queryFn: ({ signal }) => call('list_receipts', {}, signal),
});

export const pageGenerationQuery = queryOptions({
  queryKey: ['page-generation'],
  queryFn: ({ signal }) => call('get_page_generation', {}, signal),
  staleTime: 'static',
});

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => call('get_prices', {}, signal),
  select: ({ prices }) => new Map(prices.map(({ product, priceUsd }) => [product, priceUsd])),
  staleTime: 5 * 60_000,
});
