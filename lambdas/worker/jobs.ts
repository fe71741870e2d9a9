import { announcementJob } from '../../core/announcements/mail-announcement.ts';
import { purgeImagesJob } from '../../core/assets/purge-images.ts';
import { copySignupsJob } from '../../core/customer-database/copy-signups.ts';
import { reconcileDomainJob } from '../../core/domains/reconcile-domain.ts';
import { forgetReferrerJob } from '../../core/entries/forget-referrer.ts';
import { expireInvitationsJob } from '../../core/invitations/expire-invitations.ts';
import { remindInvitationsJob } from '../../core/invitations/remind-invitations.ts';
import { invitationPlanJob } from '../../core/invitations/run-plan.ts';
import { scheduledInvitationsJob } from '../../core/invitations/run-scheduled.ts';
import { invitationEmailJob, invitationReminderJob } from '../../core/invitations/send-invitation.ts';
import type { ServicesOf } from '../../core/outbox/job.ts';
import { placeLinkJob } from '../../core/place-pages/send-place-link.ts';
import { movedUpJob } from '../../core/referrals/send-moved-up.ts';
import { reconcileSenderJob } from '../../core/senders/reconcile-sender.ts';
import { senderNoticeJob } from '../../core/senders/send-sender-notice.ts';
import { confirmAddressJob } from '../../core/signups/ask-to-confirm.ts';
import { confirmationEmailJob } from '../../core/signups/send-confirmation.ts';
import { purgeWaitlistJob } from '../../core/waitlists/purge-waitlist.ts';
import { webhookJob } from '../../core/webhooks/send-deliveries.ts';
import { webhookDisabledJob } from '../../core/webhooks/send-disabled-notice.ts';

/** Every kind of job. */
export const JOBS = [
  confirmationEmailJob,
  confirmAddressJob,
  movedUpJob,
  invitationEmailJob,
  invitationReminderJob,
  announcementJob,
  scheduledInvitationsJob,
  invitationPlanJob,
  remindInvitationsJob,
  expireInvitationsJob,
  placeLinkJob,
  copySignupsJob,
  webhookJob,
  webhookDisabledJob,
  reconcileDomainJob,
  reconcileSenderJob,
  senderNoticeJob,
  forgetReferrerJob,
  purgeWaitlistJob,
  purgeImagesJob,
] as const;

/** Their services. */
export type JobServices = ServicesOf<typeof JOBS>;
