import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Output } from '../api/client.ts';
import { pageOf, waitlistKey } from '../api/queries.ts';
import type { DeliveriesPlace } from './deliveries-place.ts';

export type Webhook = Output<'list_webhooks'>['webhooks'][number];
export type Delivery = Output<'list_webhook_deliveries'>['deliveries'][number];

const SOON_MS = 10_000;
const POLL_SOON_MS = 2_000;
const POLL_LATER_MS = 20_000;

/** How often to ask about deliveries: often while one is being sent, never once all are settled. */
export function pollMs(deliveries: readonly Delivery[]): number | false {
  const pending = deliveries.filter(({ state }) => state === 'pending');
  if (pending.length === 0) return false;
  const isSoon = pending.some(
    ({ nextAttemptAt }) => nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < SOON_MS,
  );
  return isSoon ? POLL_SOON_MS : POLL_LATER_MS;
}

export const webhooksQuery = (id: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'webhooks'],
    queryFn: async ({ signal }) => (await call('list_webhooks', { id }, signal)).webhooks,
  });

export const DELIVERIES_PER_PAGE = 50;

/** Key of all pages of a webhook's deliveries. */
export const deliveriesKey = (id: string, webhookId: string) =>
  [...waitlistKey(id), 'webhook', webhookId, 'deliveries'] as const;

export const deliveriesQuery = (id: string, webhookId: string, { page = 1, state }: DeliveriesPlace) =>
  queryOptions({
    queryKey: [...deliveriesKey(id, webhookId), page, state],
    queryFn: ({ signal }) =>
      call('list_webhook_deliveries', { id, webhookId, state, ...pageOf(page, DELIVERIES_PER_PAGE) }, signal),
    placeholderData: keepPreviousData,
    // The screen is opened to see what was sent just now.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? pollMs(data.deliveries) : false),
  });

/** One delivery with its body. */
export const deliveryQuery = (id: string, webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...waitlistKey(id), 'webhook', webhookId, 'delivery', deliveryId],
    queryFn: ({ signal }) => call('get_webhook_delivery', { id, webhookId, deliveryId }, signal),
    // An attached database that is away answers slowly; the drawer says so at once, with a retry button.
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? pollMs([data.delivery]) : false),
  });
