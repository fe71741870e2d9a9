import { createAnnouncementStore } from '../../adapters/postgres/announcements/announcement-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createActiveDomains } from '../../adapters/postgres/domains/active-domains.ts';
import { createEmailBudget } from '../../adapters/postgres/email/email-budget.ts';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createSuppressionStore } from '../../adapters/postgres/email/suppression-store.ts';
import { createTemplateStore } from '../../adapters/postgres/email-templates/template-store.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/entries/statistics-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { announcementOperations } from '../../core/announcements/operations.ts';
import type { AnnouncementServices } from '../../core/announcements/services.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import {
  connector,
  digestKey,
  emailLimits,
  mail,
  openDatabase,
  ownTemplates,
  workerQueue,
} from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'announcements',
  operations: operationsOf<AnnouncementServices>('announcements', announcementOperations),
  needs: [connector, openDatabase, digestKey, ownTemplates, workerQueue, mail, emailLimits],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    announcements: createAnnouncementStore(pool),
    entries: createEntryStore(pool),
    statistics: createStatisticsStore(pool),
    domains: createActiveDomains(pool),
    stops: createStopStore(pool),
    suppressions: createSuppressionStore(pool),
    templates: createTemplateStore(pool),
    ownTemplatesAfterHours: settings.OWN_TEMPLATES_AFTER_HOURS,
    connector: connectorFrom(settings),
    outsideCalls: createOutsideCalls(pool),
    sealer: createSealer(settings),
    digestKey: createDigestKey(settings),
    budget: createEmailBudget(pool),
    limits: {
      perRecipient: settings.EMAILS_PER_RECIPIENT_PER_DAY,
      perAccount: { free: settings.EMAILS_PER_DAY_FREE, pro: settings.EMAILS_PER_DAY_PRO },
    },
    mailer: createSesMailer({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_SESV2,
      from: settings.EMAIL_FROM,
      configurationSet: settings.EMAIL_CONFIGURATION_SET,
    }),
    worker: createWorkerWakeUp(settings, logger),
  }),
});
