import * as z from 'zod';
import type { NoticeServices } from '../email/send-notice.ts';
import { sendNotice } from '../email/send-notice.ts';
import { sendersUrl } from '../kernel/site.ts';
import { defineJob } from '../outbox/job.ts';
import { renderSenderNotice } from './sender-notice-email.ts';
import type { SenderNotices } from './sender-store.ts';

const payload = z.object({ claimId: z.string(), state: z.enum(['verifying', 'active', 'failed']) });

interface SenderNoticeServices extends NoticeServices {
  readonly senderNotices: SenderNotices;
}

/** Tells the account holder that mail leaves from a sender, or no longer does, unless that changed since. */
export const senderNoticeJob = defineJob({
  kind: 'sender_notice',
  payload,
  lane: { slots: 2 },
  run:
    (services: SenderNoticeServices) =>
    async ({ waitlistId, payload: { claimId, state } }) => {
      const record = await services.senderNotices.find(claimId, state);
      if (!record) return 'done';
      const { accountEmail, ...facts } = record;
      const dashboardUrl = sendersUrl(services.site);
      await sendNotice(
        services,
        renderSenderNotice({ ...facts, to: accountEmail, state, dashboardUrl }),
        waitlistId,
      );
      return 'done';
    },
});
