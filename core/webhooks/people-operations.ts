import type { Operation } from '../kernel/operation.ts';
import { getWebhookDelivery } from './get-webhook-delivery.ts';

/** Those for people, apart, because the dashboard's function needs no other. */
export const peopleWebhookOperations = [getWebhookDelivery] as const satisfies readonly Operation[];
