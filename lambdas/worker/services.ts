import type { Logger } from '@aws-lambda-powertools/logger';
import type pg from 'pg';
import { createCloudFrontEdge } from '../../adapters/cloudfront/domain-edge.ts';
import { createDomainDns } from '../../adapters/dns/domain-dns.ts';
import { createAnnouncementWork } from '../../adapters/postgres/announcements/announcement-work.ts';
import { createImagePurgeStore } from '../../adapters/postgres/assets/image-purge-store.ts';
import { createCopyStore } from '../../adapters/postgres/customer-database/copy-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createDomainWorkStore } from '../../adapters/postgres/domains/domain-work-store.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/entries/statistics-store.ts';
import { createInvitationEmails } from '../../adapters/postgres/invitations/invitation-emails.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createPlaceLinkStore } from '../../adapters/postgres/place-pages/place-link-store.ts';
import { createMovedUpStore } from '../../adapters/postgres/referrals/moved-up-store.ts';
import {
  createSenderNotices,
  createSenderWorkStore,
} from '../../adapters/postgres/senders/sender-work-store.ts';
import { createConfirmationStore } from '../../adapters/postgres/signups/confirmation-store.ts';
import { createPendingStore } from '../../adapters/postgres/signups/pending-store.ts';
import { createPurgeStore } from '../../adapters/postgres/waitlists/purge-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { createWebhookWorkStore } from '../../adapters/postgres/webhooks/webhook-work-store.ts';
import { createImageRemover } from '../../adapters/s3/image-remover.ts';
import { createSesIdentities } from '../../adapters/ses/identities.ts';
import { ConnectorError } from '../../core/customer-database/connector.ts';
import { OUTSIDE_READS } from '../../core/entries/outside-address.ts';
import { createTurns } from '../../core/outbox/in-turn.ts';
import { cacheOpenedSecrets } from '../../core/sealing/cache-opened-secrets.ts';
import {
  connector,
  database,
  openDatabase,
  openWebhook,
  reconcileDomains,
  reconcileSenders,
  removeImages,
  webhookSender,
  workerQueue,
} from '../../settings/needs.ts';
import type { SettingsOf } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { connectorFrom } from '../services/connector.ts';
import type { Metrics } from '../services/metrics.ts';
import { createSealer } from '../services/sealer.ts';
import { webhookSenderFrom } from '../services/webhook-sender.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';
import type { JobServices } from './jobs.ts';
import { createMailServices, needs as mailNeeds } from './mail-services.ts';

export const needs = [
  ...mailNeeds,
  database,
  workerQueue,
  reconcileDomains,
  reconcileSenders,
  removeImages,
  openDatabase,
  connector,
  openWebhook,
  webhookSender,
] as const;

type WorkerSettings = SettingsOf<typeof needs>;

/** The stores of jobs. */
const createStores = (pool: pg.Pool) => ({
  announcementWork: createAnnouncementWork(pool),
  confirmations: createConfirmationStore(pool),
  copies: createCopyStore(pool),
  domains: createDomainWorkStore(pool),
  entries: createEntryStore(pool),
  erasures: createErasureStore(pool),
  images: createImagePurgeStore(pool),
  invitations: createInvitationStore(pool),
  invitationEmails: createInvitationEmails(pool),
  movedUp: createMovedUpStore(pool),
  outsideCalls: createOutsideCalls(pool),
  pending: createPendingStore(pool),
  senderWork: createSenderWorkStore(pool),
  senderNotices: createSenderNotices(pool),
  statistics: createStatisticsStore(pool),
  waitlists: createWaitlistStore(pool),
  purges: createPurgeStore(pool),
  placeLinks: createPlaceLinkStore(pool),
  webhookWork: createWebhookWorkStore(pool),
});

/** The services outside of our database that jobs call. */
function createOutside(settings: WorkerSettings, logger: Logger) {
  const sealer = createSealer(settings);
  return {
    // Only opening is cached.
    sealer: { ...sealer, ...cacheOpenedSecrets(sealer) },
    connector: connectorFrom(settings),
    inTurn: createTurns(OUTSIDE_READS),
    sendWebhook: webhookSenderFrom(settings),
    dns: createDomainDns(),
    edge: createCloudFrontEdge({
      distributionId: settings.DOMAINS_DISTRIBUTION_ID,
      connectionGroupId: settings.DOMAINS_CONNECTION_GROUP_ID,
      tag: settings.DOMAINS_TAG,
      endpoint: settings.AWS_ENDPOINT_URL_CLOUDFRONT,
      onRefused: refusal => logger.info('CloudFront refused a domain', { refusal }),
    }),
    fallbackOrigin: settings.FALLBACK_ORIGIN,
    identities: createSesIdentities({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_SESV2,
      tag: settings.SENDERS_TAG,
    }),
    region: settings.AWS_REGION,
    imageFiles: createImageRemover({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_S3,
      bucket: settings.ASSETS_BUCKET,
    }),
    ...createWorkerWakeUp(settings, logger),
  };
}

/** The services of all jobs. */
export const createServices = (settings: WorkerSettings, pool: pg.Pool, logger: Logger, metrics: Metrics) =>
  ({
    ...createMailServices(settings, pool, logger, metrics),
    ...createStores(pool),
    ...createOutside(settings, logger),
    onCopyFailure: ({ waitlistId, attempts }, error) =>
      error instanceof ConnectorError
        ? logger.warn('copy postponed', { waitlistId, attempts, reason: error.kind })
        : logger.error('copy failed', {
            waitlistId,
            attempts,
            cause: describeFailure(error),
            ...metrics({ CopyFailures: 1 }),
          }),
  }) satisfies JobServices;

export type WorkerServices = ReturnType<typeof createServices>;
