import { createDomainRefusal } from '../../adapters/cloudfront/domain-refusal.ts';
import { createDomainDns } from '../../adapters/dns/domain-dns.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createDomainStore } from '../../adapters/postgres/domains/domain-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { domainOperations } from '../../core/domains/operations.ts';
import { lookUpDomains, workerQueue } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'domains',
  operations: domainOperations,
  needs: [workerQueue, lookUpDomains],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    domains: createDomainStore(pool),
    dns: createDomainDns(),
    outsideCalls: createOutsideCalls(pool),
    edge: createDomainRefusal({
      distributionId: settings.DOMAINS_DISTRIBUTION_ID,
      endpoint: settings.AWS_ENDPOINT_URL_CLOUDFRONT,
      onRefused: refusal => logger.warn('CloudFront lookup failed', { refusal }),
    }),
    fallbackOrigin: settings.FALLBACK_ORIGIN,
    allowTestDomains: settings.ALLOW_TEST_DOMAINS,
    wakeAfter: createWorkerWakeUp(settings, logger).wakeAfter,
  }),
});
