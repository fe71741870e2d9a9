import * as z from 'zod';
import { type NoticeServices, sendNotice } from '../email/send-notice.ts';
import { webhooksUrl } from '../kernel/site.ts';
import { defineJob, type JobHandler } from '../outbox/job.ts';
import { WebhookPayload } from './send-deliveries.ts';
import { renderWebhookDisabledEmail } from './webhook-disabled-email.ts';
import { DISABLED_REASONS, type WebhookWorkStore } from './webhook-work-store.ts';

/** Jobs of the release before have no reason. */
const payload = WebhookPayload.extend({ reason: z.enum(DISABLED_REASONS).default('failing') });

interface DisabledNoticeServices extends NoticeServices {
  readonly webhookWork: Pick<WebhookWorkStore, 'disabled'>;
}

/** Tells the account holder that we turned a webhook off, unless it is on again. */
export const webhookDisabledJob = defineJob({
  kind: 'webhook_disabled',
  payload,
  lane: { slots: 2 },
  run: sendDisabledNotice,
});

function sendDisabledNotice(services: DisabledNoticeServices): JobHandler<z.infer<typeof payload>> {
  const { site, webhookWork } = services;
  return async ({ waitlistId, payload: { webhookId, reason } }) => {
    const record = await webhookWork.disabled(webhookId);
    if (!record) return 'done';
    const { email, url, waitlistName } = record;
    const dashboardUrl = webhooksUrl(site, waitlistId);
    await sendNotice(
      services,
      renderWebhookDisabledEmail({ to: email, waitlistName, url, dashboardUrl, reason }),
      waitlistId,
    );
    return 'done';
  };
}
