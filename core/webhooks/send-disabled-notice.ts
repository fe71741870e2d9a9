import * as z from 'zod';
import { EmailRefusedError } from '../email/email.ts';
import type { SendServices } from '../email/send-emails.ts';
import type { SuppressionStore } from '../email/suppression.ts';
import { digestEmail } from '../identity/email-digest.ts';
import { webhooksUrl } from '../kernel/site.ts';
import { defineJob, type JobHandler } from '../outbox/job.ts';
import { WebhookPayload } from './send-deliveries.ts';
import { renderWebhookDisabledEmail } from './webhook-disabled-email.ts';
import { DISABLED_REASONS, type WebhookWorkStore } from './webhook-work-store.ts';

/** Jobs of the release before have no reason. */
const payload = WebhookPayload.extend({ reason: z.enum(DISABLED_REASONS).default('failing') });

interface DisabledNoticeServices extends Pick<SendServices, 'site' | 'digestKey' | 'mailer' | 'onUnsent'> {
  readonly webhookWork: Pick<WebhookWorkStore, 'disabled'>;
  readonly suppressions: Pick<SuppressionStore, 'isSuppressed'>;
}

/** Tells the account holder that we turned a webhook off, unless it is on again. */
export const webhookDisabledJob = defineJob({
  kind: 'webhook_disabled',
  payload,
  lane: { slots: 2 },
  run: sendDisabledNotice,
});

function sendDisabledNotice(services: DisabledNoticeServices): JobHandler<z.infer<typeof payload>> {
  const { site, webhookWork, suppressions, digestKey, mailer, onUnsent } = services;
  return async ({ waitlistId, payload: { webhookId, reason } }) => {
    const record = await webhookWork.disabled(webhookId);
    if (!record) return 'done';
    const { email, url, waitlistName } = record;
    const emailDigest = digestEmail(await digestKey(), email);
    if (await suppressions.isSuppressed(emailDigest)) {
      onUnsent('suppressed', waitlistId);
      return 'done';
    }
    const dashboardUrl = webhooksUrl(site, waitlistId);
    try {
      await mailer.send(renderWebhookDisabledEmail({ to: email, waitlistName, url, dashboardUrl, reason }), {
        emailDigest,
        waitlistId: null,
      });
    } catch (error) {
      if (!(error instanceof EmailRefusedError)) throw error;
      onUnsent('refused', waitlistId, error);
    }
    return 'done';
  };
}
