import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../../adapters/postgres/account/api-key-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createActiveDomains } from '../../adapters/postgres/domains/active-domains.ts';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createTemplateStore } from '../../adapters/postgres/email-templates/template-store.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createPersonStore } from '../../adapters/postgres/entries/person-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/entries/statistics-store.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createAgentStore } from '../../adapters/postgres/oauth/agent-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { createDeliveryLogStore } from '../../adapters/postgres/webhooks/delivery-log-store.ts';
import { accountOperations } from '../../core/account/operations.ts';
import type { PeopleAccountServices } from '../../core/account/services.ts';
import { billingOperations } from '../../core/billing/operations.ts';
import type { BillingServices } from '../../core/billing/services.ts';
import { cardOperations } from '../../core/cards/operations.ts';
import { peopleEntryOperations } from '../../core/entries/people-operations.ts';
import type { PersonServices } from '../../core/entries/services.ts';
import type { InvitationPreviewServices } from '../../core/invitations/preview-batch.ts';
import { previewInvitations } from '../../core/invitations/preview-invitations.ts';
import { previewPlan } from '../../core/invitations/preview-plan.ts';
import { runPlanNow } from '../../core/invitations/run-plan-now.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import type { AgentServices } from '../../core/oauth/agent-store.ts';
import { oauthOperations } from '../../core/oauth/operations.ts';
import type { PageGenerationServices } from '../../core/page-generation/generate-page.ts';
import { pageGenerationOperations } from '../../core/page-generation/operations.ts';
import { sampleEmailOperations } from '../../core/sample-emails/operations.ts';
import type { SampleEmailServices } from '../../core/sample-emails/sample-email.ts';
import { getWebhookDelivery } from '../../core/webhooks/get-webhook-delivery.ts';
import type { PeopleWebhookServices } from '../../core/webhooks/services.ts';
import {
  connector,
  digestKey,
  emailLimits,
  mail,
  openDatabase,
  ownTemplates,
  pageWriter,
  payments,
  workerQueue,
} from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';
import { createGenerationServices, createPaymentServices, createTestEmailServices } from './services.ts';

type DashboardServices = PeopleAccountServices &
  PersonServices &
  AgentServices &
  BillingServices &
  PageGenerationServices &
  SampleEmailServices &
  PeopleWebhookServices &
  InvitationPreviewServices;

/** Operations for people. */
export const group = defineGroup({
  name: 'dashboard',
  operations: operationsOf<DashboardServices>('dashboard', [
    ...accountOperations,
    ...peopleEntryOperations,
    ...oauthOperations,
    ...billingOperations,
    ...pageGenerationOperations,
    ...sampleEmailOperations,
    ...cardOperations,
    getWebhookDelivery,
    previewInvitations,
    previewPlan,
    runPlanNow,
  ]),
  needs: [
    connector,
    openDatabase,
    digestKey,
    workerQueue,
    payments,
    pageWriter,
    mail,
    emailLimits,
    ownTemplates,
  ],
  createServices: (pool, settings, logger) => ({
    accounts: createAccountStore(pool),
    apiKeys: createApiKeyStore(pool),
    agents: createAgentStore(pool),
    people: createPersonStore(pool),
    statistics: createStatisticsStore(pool),
    entries: createEntryStore(pool),
    invitations: createInvitationStore(pool),
    templates: createTemplateStore(pool),
    ownTemplatesAfterHours: settings.OWN_TEMPLATES_AFTER_HOURS,
    stops: createStopStore(pool),
    connector: connectorFrom(settings),
    outsideCalls: createOutsideCalls(pool),
    sealer: createSealer(settings),
    digestKey: createDigestKey(settings),
    worker: createWorkerWakeUp(settings, logger),
    waitlists: createWaitlistStore(pool),
    deliveryLog: createDeliveryLogStore(pool),
    domains: createActiveDomains(pool),
    ...createPaymentServices(pool, settings, logger),
    ...createGenerationServices(pool, settings),
    ...createTestEmailServices(pool, settings),
  }),
});
