import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createActiveDomains } from '../../adapters/postgres/domains/active-domains.ts';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createTemplateStore } from '../../adapters/postgres/email-templates/template-store.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createPersonStore } from '../../adapters/postgres/entries/person-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/entries/statistics-store.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createEntryChangeStore } from '../../adapters/postgres/questions/entry-change-store.ts';
import { createMovedUpStore } from '../../adapters/postgres/referrals/moved-up-store.ts';
import { createReferralStore } from '../../adapters/postgres/referrals/referral-store.ts';
import { createAdditionStore } from '../../adapters/postgres/signups/addition-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { entryOperations } from '../../core/entries/operations.ts';
import type { ChangeServices, ErasureServices } from '../../core/entries/services.ts';
import { invitationOperations } from '../../core/invitations/operations.ts';
import type { InvitationPreviewServices } from '../../core/invitations/preview-batch.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { referralOperations } from '../../core/referrals/operations.ts';
import type { ReferralServices } from '../../core/referrals/services.ts';
import { signupOperations } from '../../core/signups/operations.ts';
import type { AdditionServices } from '../../core/signups/services.ts';
import { connector, digestKey, openDatabase, ownTemplates, workerQueue } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'entries',
  operations: operationsOf<
    ChangeServices & ErasureServices & AdditionServices & ReferralServices & InvitationPreviewServices
  >('entries', [...entryOperations, ...signupOperations, ...referralOperations, ...invitationOperations]),
  needs: [connector, openDatabase, digestKey, ownTemplates, workerQueue],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    entries: createEntryStore(pool),
    connector: connectorFrom(settings),
    outsideCalls: createOutsideCalls(pool),
    sealer: createSealer(settings),
    digestKey: createDigestKey(settings),
    referrals: createReferralStore(pool),
    invitations: createInvitationStore(pool),
    domains: createActiveDomains(pool),
    statistics: createStatisticsStore(pool),
    people: createPersonStore(pool),
    stops: createStopStore(pool),
    erasures: createErasureStore(pool),
    entryChanges: createEntryChangeStore(pool),
    additions: createAdditionStore(pool),
    templates: createTemplateStore(pool),
    ownTemplatesAfterHours: settings.OWN_TEMPLATES_AFTER_HOURS,
    movedUp: createMovedUpStore(pool),
    worker: createWorkerWakeUp(settings, logger),
  }),
});
