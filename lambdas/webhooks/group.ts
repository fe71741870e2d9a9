import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { createDeliveryLogStore } from '../../adapters/postgres/webhooks/delivery-log-store.ts';
import { createWebhookStore } from '../../adapters/postgres/webhooks/webhook-store.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { webhookOperations } from '../../core/webhooks/operations.ts';
import type { WebhookServices } from '../../core/webhooks/services.ts';
import { sealWebhook, workerQueue } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'webhooks',
  operations: operationsOf<WebhookServices>('webhooks', webhookOperations),
  needs: [sealWebhook, workerQueue],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    webhooks: createWebhookStore(pool),
    deliveryLog: createDeliveryLogStore(pool),
    sealer: createSealer(settings),
    worker: createWorkerWakeUp(settings, logger),
  }),
});
