import type { Context, SQSBatchResponse } from 'aws-lambda';
import { createCloudFrontEdge } from '../../adapters/cloudfront/domain-edge.ts';
import { createDomainDns } from '../../adapters/dns/domain-dns.ts';
import { createImagePurgeStore } from '../../adapters/postgres/assets/image-purge-store.ts';
import { createDeliveryStore } from '../../adapters/postgres/customer-database/delivery-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createDomainWorkStore } from '../../adapters/postgres/domains/domain-work-store.ts';
import { createEmailBudget } from '../../adapters/postgres/email/email-budget.ts';
import { createSentEmails } from '../../adapters/postgres/email/sent-emails.ts';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createSuppressionStore } from '../../adapters/postgres/email/suppression-store.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createIdempotencyStore } from '../../adapters/postgres/idempotency/idempotency-store.ts';
import { createInvitationEmails } from '../../adapters/postgres/invitations/invitation-emails.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createRateWindowStore } from '../../adapters/postgres/kernel/rate-window-store.ts';
import { createOAuthStore } from '../../adapters/postgres/oauth/oauth-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { createMovedUpStore } from '../../adapters/postgres/referrals/moved-up-store.ts';
import { createReferralStore } from '../../adapters/postgres/referrals/referral-store.ts';
import { createSessionStore } from '../../adapters/postgres/sessions/session-store.ts';
import { createConfirmationStore } from '../../adapters/postgres/signups/confirmation-store.ts';
import { createPendingStore } from '../../adapters/postgres/signups/pending-store.ts';
import {
  createStatusLinkQueue,
  createStatusLinkStore,
} from '../../adapters/postgres/status/status-link-store.ts';
import { createPurgeStore } from '../../adapters/postgres/waitlists/purge-store.ts';
import { createWebhookWorkStore } from '../../adapters/postgres/webhooks/webhook-work-store.ts';
import { createImageRemover } from '../../adapters/s3/image-remover.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { createSesQuota } from '../../adapters/ses/quota.ts';
import { purgeImages } from '../../core/assets/purge-images.ts';
import { ConnectorError } from '../../core/customer-database/connector.ts';
import { DELIVERY_LANE, deliverSignups } from '../../core/customer-database/deliver-signups.ts';
import { DOMAIN_LANE, reconcileDomain } from '../../core/domains/reconcile-domain.ts';
import type { DeliveryServices } from '../../core/email/deliver-email.ts';
import { SenderRefusedError } from '../../core/email/email.ts';
import { MAIL_SLOTS } from '../../core/email/mail-jobs.ts';
import { createSendPace } from '../../core/email/send-pace.ts';
import { forgetReferrer } from '../../core/entries/forget-referrer.ts';
import { OUTSIDE_ADDRESS_LANE, OUTSIDE_READS } from '../../core/entries/outside-address.ts';
import { expireInvitations } from '../../core/invitations/expire-invitations.ts';
import { sendInvitation, sendInvitationOutside } from '../../core/invitations/send-invitation.ts';
import { createTurns } from '../../core/outbox/in-turn.ts';
import { runOutbox } from '../../core/outbox/run-outbox.ts';
import { sendMovedUp, sendMovedUpOutside } from '../../core/referrals/send-moved-up.ts';
import { cacheOpenedSecrets } from '../../core/sealing/cache-opened-secrets.ts';
import { askToConfirm } from '../../core/signups/ask-to-confirm.ts';
import { sendConfirmation } from '../../core/signups/send-confirmation.ts';
import { sendStatusLink } from '../../core/status/send-status-link.ts';
import { purgeWaitlist } from '../../core/waitlists/purge-waitlist.ts';
import { sendDeliveries, WEBHOOK_LANE } from '../../core/webhooks/send-deliveries.ts';
import { sendDisabledNotice } from '../../core/webhooks/send-disabled-notice.ts';
import {
  connector,
  database,
  digestKey,
  emailLimits,
  mail,
  mailQuota,
  metrics,
  openDatabase,
  openWebhook,
  ownTemplates,
  reconcileDomains,
  removeImages,
  runtime,
  site,
  webhookSender,
  workerQueue,
} from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createLogger } from '../services/logger.ts';
import { createMetrics } from '../services/metrics.ts';
import { createSealer } from '../services/sealer.ts';
import { siteFrom } from '../services/site.ts';
import { webhookSenderFrom } from '../services/webhook-sender.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

/** Invoked by a queue message or the schedule. Neither says what to do; the outbox does. */
export type WorkerHandler = (
  event: { Records?: readonly unknown[] },
  context: Context,
) => Promise<SQSBatchResponse>;

export const needs = [
  runtime,
  database,
  site,
  metrics,
  mail,
  mailQuota,
  emailLimits,
  ownTemplates,
  digestKey,
  workerQueue,
  reconcileDomains,
  removeImages,
  openDatabase,
  connector,
  openWebhook,
  webhookSender,
] as const;

/** Runs the outbox. Jobs of a failed run stay in it, and the queue retries. */
export function createHandler(environment: Environment): WorkerHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('worker', settings);
  const metrics = createMetrics(settings);
  const pool = connectDatabase(settings);
  const outbox = createOutboxStore(pool);
  const rateWindows = createRateWindowStore(pool);
  const sessions = createSessionStore(pool);
  const deliveries = createDeliveryStore(pool);
  const oauth = createOAuthStore(pool);
  const budget = createEmailBudget(pool);
  const suppressions = createSuppressionStore(pool);
  const wakeUp = createWorkerWakeUp(settings, logger);

  const statusLinks = createStatusLinkStore(pool);
  const movedUp = createMovedUpStore(pool);
  const pending = createPendingStore(pool);
  const referrals = createReferralStore(pool);
  const webhooks = createWebhookWorkStore(pool);
  const idempotency = createIdempotencyStore(pool);
  const databases = connectorFrom(settings);
  const sealer = createSealer(settings);
  const mailing: DeliveryServices = {
    site: siteFrom(settings),
    stops: createStopStore(pool),
    sentEmails: createSentEmails(pool),
    budget,
    limits: {
      perRecipient: settings.EMAILS_PER_RECIPIENT_PER_DAY,
      perAccount: { free: settings.EMAILS_PER_DAY_FREE, pro: settings.EMAILS_PER_DAY_PRO },
    },
    digestKey: createDigestKey(settings),
    mailer: createSesMailer({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_SESV2,
      from: settings.EMAIL_FROM,
      configurationSet: settings.EMAIL_CONFIGURATION_SET,
    }),
    pace: createSendPace({
      readQuota: createSesQuota({
        region: settings.AWS_REGION,
        endpoint: settings.AWS_ENDPOINT_URL_SESV2,
      }),
      onKnown: ({ perDay, sentToday }) =>
        logger.info('sending quota', {
          perDay,
          sentToday,
          ...(perDay !== null && metrics({ MailQuotaPercent: Math.floor((100 * sentToday) / perDay) })),
        }),
      onUnknown: cause => logger.warn('sending quota unknown', { cause: describeFailure(cause) }),
    }),
    onUnrecorded: cause => logger.warn('sent emails not recorded', { cause: describeFailure(cause) }),
    onUnsent: (reason, waitlistId, cause) =>
      logger.warn('email not sent', { reason, waitlistId, ...(cause && { answer: cause.message }) }),
  };

  const invitations = createInvitationStore(pool);
  const invitationEmails = createInvitationEmails(pool);
  const addresses = {
    entries: createEntryStore(pool),
    connector: databases,
    outsideCalls: createOutsideCalls(pool),
    sealer,
    inTurn: createTurns(OUTSIDE_READS),
  };

  const handlers = {
    confirmation_email: sendConfirmation({
      ...mailing,
      confirmations: createConfirmationStore(pool),
      movedUp,
      ownTemplatesAfterHours: settings.OWN_TEMPLATES_AFTER_HOURS,
    }),
    moved_up: sendMovedUp({ ...mailing, movedUp }),
    moved_up_outside: sendMovedUpOutside({ ...mailing, ...addresses, movedUp }),
    invitation_email: sendInvitation({ ...mailing, emails: invitationEmails }),
    invitation_email_outside: sendInvitationOutside({ ...mailing, ...addresses, emails: invitationEmails }),
    expire_invitations: expireInvitations(invitations),
    status_link: sendStatusLink({ ...mailing, statusLinks }),
    confirm_address: askToConfirm({
      ...mailing,
      pending,
      statusLinks: createStatusLinkQueue(pool),
    }),
    webhook: sendDeliveries({
      work: webhooks,
      send: webhookSenderFrom(settings),
      connector: databases,
      outsideCalls: createOutsideCalls(pool),
      sealer: { ...sealer, ...cacheOpenedSecrets(sealer) },
      wakeAfter: wakeUp.wakeAfter,
    }),
    webhook_disabled: sendDisabledNotice({
      ...mailing,
      work: webhooks,
      suppressions,
    }),
    forget_referrer: forgetReferrer(createErasureStore(pool)),
    purge_images: purgeImages(
      createImagePurgeStore(pool),
      createImageRemover({
        region: settings.AWS_REGION,
        endpoint: settings.AWS_ENDPOINT_URL_S3,
        bucket: settings.ASSETS_BUCKET,
      }),
    ),
    purge_waitlist: purgeWaitlist(createPurgeStore(pool)),
    reconcile_domain: reconcileDomain({
      domains: createDomainWorkStore(pool),
      dns: createDomainDns(),
      edge: createCloudFrontEdge({
        distributionId: settings.DOMAINS_DISTRIBUTION_ID,
        connectionGroupId: settings.DOMAINS_CONNECTION_GROUP_ID,
        tag: settings.DOMAINS_TAG,
        endpoint: settings.AWS_ENDPOINT_URL_CLOUDFRONT,
        onRefused: refusal => logger.info('CloudFront refused a domain', { refusal }),
      }),
      fallbackOrigin: settings.FALLBACK_ORIGIN,
      wakeAfter: wakeUp.wakeAfter,
    }),
    deliver_signups: deliverSignups({
      deliveries,
      connector: databases,
      sealer,
      onFailure: ({ waitlistId, attempts }, error) =>
        error instanceof ConnectorError
          ? logger.warn('delivery postponed', { waitlistId, attempts, reason: error.kind })
          : logger.error('delivery failed', {
              waitlistId,
              attempts,
              cause: describeFailure(error),
              ...metrics({ DeliveryFailures: 1 }),
            }),
    }),
  };

  const lanes = {
    confirmation_email: { workAll: handlers.confirmation_email, slots: MAIL_SLOTS },
    moved_up: { workAll: handlers.moved_up, slots: MAIL_SLOTS },
    moved_up_outside: { workAll: handlers.moved_up_outside, ...OUTSIDE_ADDRESS_LANE },
    invitation_email: { workAll: handlers.invitation_email, slots: MAIL_SLOTS },
    invitation_email_outside: { workAll: handlers.invitation_email_outside, ...OUTSIDE_ADDRESS_LANE },
    expire_invitations: { work: handlers.expire_invitations, slots: 2 },
    status_link: { work: handlers.status_link, slots: 10 },
    confirm_address: { workAll: handlers.confirm_address, slots: MAIL_SLOTS },
    deliver_signups: { work: handlers.deliver_signups, ...DELIVERY_LANE },
    webhook: { work: handlers.webhook, ...WEBHOOK_LANE },
    webhook_disabled: { work: handlers.webhook_disabled, slots: 2 },
    reconcile_domain: { work: handlers.reconcile_domain, ...DOMAIN_LANE },
    forget_referrer: { work: handlers.forget_referrer, slots: 2 },
    purge_waitlist: { work: handlers.purge_waitlist, slots: 2 },
    purge_images: { work: handlers.purge_images, slots: 1 },
  };

  return async (event, context) => {
    const scheduled = event.Records === undefined;
    if (scheduled) await outbox.retryParked();
    const report = await runOutbox({
      outbox,
      lanes,
      remainingMs: () => context.getRemainingTimeInMillis(),
      onFailure: (job, error, fate) => {
        // No email is sent until a person fixes this.
        if (error instanceof SenderRefusedError)
          logger.error('sender refused', { answer: error.name, ...metrics({ SenderRefusals: 1 }) });
        logger[fate === 'retried' ? 'warn' : 'error'](`outbox job ${fate}`, {
          job: { id: job.id, kind: job.kind, attempts: job.attempts },
          cause: describeFailure(error),
          ...(job.kind === 'reconcile_domain' && metrics({ DomainFailures: 1 })),
        });
      },
    });
    // More to do than fits in one run: continue in another.
    if (report.unfinished) await wakeUp.wake();
    if (scheduled) {
      await Promise.all([
        // For the alarm, which needs the share also while nothing is sent.
        mailing.pace.refresh(),
        rateWindows.sweep(),
        budget.sweep(),
        suppressions.sweep(),
        statusLinks.sweep(),
        pending.sweep(),
        referrals.sweep(),
        webhooks.sweep(),
        idempotency.sweep(),
        invitations.sweep(),
        sessions.sweep(),
        oauth.sweep(),
      ]);
    }
    const backlog = scheduled ? await outbox.backlog() : undefined;
    logger.info('outbox run', {
      ...report,
      ...metrics({
        JobsDone: report.done,
        JobsRetried: report.retried,
        JobsParked: report.parked,
        ...(backlog && { OutboxParked: backlog.parked, OutboxOverdueSeconds: backlog.overdueSeconds }),
      }),
    });
    return { batchItemFailures: [] };
  };
}
