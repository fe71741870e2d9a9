import { createDomainRefusal } from '../../adapters/cloudfront/domain-refusal.ts';
import { createDomainDns } from '../../adapters/dns/domain-dns.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createDomainStore } from '../../adapters/postgres/domains/domain-store.ts';
import { createSenderStore } from '../../adapters/postgres/senders/sender-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { createSesIdentities } from '../../adapters/ses/identities.ts';
import type { DomainServices } from '../../core/domains/domain-store.ts';
import { domainOperations } from '../../core/domains/operations.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { senderOperations } from '../../core/senders/operations.ts';
import type { SenderServices } from '../../core/senders/sender-store.ts';
import { claimSenders, lookUpDomains, workerQueue } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'domains',
  operations: operationsOf<DomainServices & SenderServices>('domains', [
    ...domainOperations,
    ...senderOperations,
  ]),
  needs: [workerQueue, lookUpDomains, claimSenders],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    domains: createDomainStore(pool),
    senders: createSenderStore(pool),
    identities: createSesIdentities({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_SESV2,
      tag: settings.SENDERS_TAG,
    }),
    region: settings.AWS_REGION,
    onUnclaimed: cause => logger.warn('identity not created', { cause: describeFailure(cause) }),
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
