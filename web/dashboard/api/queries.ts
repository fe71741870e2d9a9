import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { getAccount } from '../../../core/account/get-account.ts';
import type { TurnstileStatus } from '../../../core/bot-challenge/schemas.ts';
import type { DatabaseStatus } from '../../../core/customer-database/schemas.ts';
import type { Domain } from '../../../core/domains/schemas.ts';
import type { getEmailTemplate } from '../../../core/email-templates/get-email-template.ts';
import type { listEmailTemplates } from '../../../core/email-templates/list-email-templates.ts';
import type { getWaitlist } from '../../../core/waitlists/get-waitlist.ts';
import { call } from './client.ts';
import { Problem } from './problem.ts';
import type { OutputOf } from './types.ts';

const TRIES = 2;
const LONGEST_WAIT_MS = 60_000;

/** Worth another try by itself: the network, a server that is busy, and a rate limit, whose end is known. */
const isPassing = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Offline, a request fails at once and says so, instead of waiting unseen.
      networkMode: 'always',
      retry: (count, error) => count < TRIES && isPassing(error) && navigator.onLine,
      retryDelay: (count, error) =>
        Math.min((error instanceof Problem && error.retryAfter) || 500 * 2 ** count, LONGEST_WAIT_MS),
    },
    mutations: { networkMode: 'always' },
  },
});

const enc = encodeURIComponent;

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call<OutputOf<typeof getAccount>>('/me', { signal }),
  staleTime: 60_000,
});

export const waitlistQuery = (id: string) =>
  queryOptions({
    queryKey: ['waitlist', id],
    queryFn: ({ signal }) =>
      call<OutputOf<typeof getWaitlist>>(`/waitlists/${enc(id)}`, { signal }).then(
        ({ waitlist }) => waitlist,
      ),
  });

/** How often the state of a domain that is being verified is asked for. */
const DOMAIN_POLL_MS = 4_000;

export const domainQuery = (id: string) =>
  queryOptions({
    queryKey: ['waitlist', id, 'domain'],
    queryFn: ({ signal }) => call<Domain>(`/waitlists/${enc(id)}/domain`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'verifying' ? DOMAIN_POLL_MS : false),
  });

export const turnstileQuery = (id: string) =>
  queryOptions({
    queryKey: ['waitlist', id, 'turnstile'],
    queryFn: ({ signal }) => call<TurnstileStatus>(`/waitlists/${enc(id)}/turnstile`, { signal }),
  });

export const databaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['waitlist', id, 'database'],
    queryFn: ({ signal }) => call<DatabaseStatus>(`/waitlists/${enc(id)}/database`, { signal }),
  });

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => call<OutputOf<typeof listEmailTemplates>>('/email-templates', { signal }),
});

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['templates', id],
    queryFn: ({ signal }) =>
      call<OutputOf<typeof getEmailTemplate>>(`/email-templates/${enc(id)}`, { signal }).then(
        ({ template }) => template,
      ),
  });
