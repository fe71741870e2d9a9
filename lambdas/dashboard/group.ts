import { createAccountStore } from '../../adapters/postgres/account-store.ts';
import { createAgentStore } from '../../adapters/postgres/agent-store.ts';
import { createEntryStore } from '../../adapters/postgres/entry-store.ts';
import { createErasureStore } from '../../adapters/postgres/erasure-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/statistics-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlist-store.ts';
import { dashboardOperations } from '../../core/dashboard/operations.ts';
import {
  ConnectorClientSettings,
  DigestSettings,
  EmailLimitSettings,
  EmailSettings,
  PageWriterSettings,
  PaymentSettings,
  QueueSettings,
  SealSettings,
} from '../../settings/functions.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';
import { createGenerationServices } from './page-generation.ts';
import { createPaymentServices } from './payments.ts';
import { createTestEmailServices } from './test-email.ts';

/** What only people do. */
export const dashboardGroup = defineGroup({
  name: 'dashboard',
  operations: dashboardOperations.filter(({ download }) => download === undefined),
  settings: {
    ...SealSettings,
    ...ConnectorClientSettings,
    ...DigestSettings,
    ...QueueSettings,
    ...PaymentSettings,
    ...PageWriterSettings,
    ...EmailSettings,
    ...EmailLimitSettings,
  },
  createServices: (pool, settings, logger) => ({
    accounts: createAccountStore(pool),
    agents: createAgentStore(pool),
    statistics: createStatisticsStore(pool),
    entries: createEntryStore(pool),
    erasures: createErasureStore(pool),
    connector: connectorFrom(settings),
    sealer: createSealer(settings),
    digestKey: createDigestKey(settings),
    worker: createWorkerWakeUp(settings, logger),
    waitlists: createWaitlistStore(pool),
    ...createPaymentServices(pool, settings, logger),
    ...createGenerationServices(pool, settings),
    ...createTestEmailServices(pool, settings),
  }),
});
