import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { defineMailJob, type MailKind } from '../email/mail-jobs.ts';
import type { SendServices } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OwnTemplateServices, usableTemplate } from '../email-templates/own-template.ts';
import { linkToken } from '../identity/link-token.ts';
import { confirmUrl, pageUrl } from '../kernel/site.ts';
import { inLanguage } from '../languages/in-language.ts';
import type { PlaceLinkQueue } from '../place-pages/place-link-store.ts';
import { composeConfirmAddress } from './compose-confirm-address.ts';
import type { PendingRecord, PendingStore } from './pending-store.ts';

interface AskToConfirmServices extends SendServices, OwnTemplateServices {
  readonly pending: Pick<PendingStore, 'find'>;
  readonly placeLinks: PlaceLinkQueue;
}

const payload = z.object({ pendingId: z.uuid() });

/**
 * Mails pending signups the links to confirm their addresses. Each attempt is mailed, so that people can
 * ask again; the limit of emails to a mailbox keeps strangers from filling it. An address that is on the list already is mailed the link to its place instead.
 */
export const confirmAddressJob = defineMailJob({ kind: 'confirm_address', payload, mail: askToConfirm });

function askToConfirm({
  site,
  pending,
  placeLinks,
  ownTemplatesAfterHours,
}: AskToConfirmServices): MailKind<z.infer<typeof payload>, PendingRecord> {
  return {
    async find(signups) {
      const records = await pending.find(signups);
      for (const record of records)
        if (record?.isOnList) await placeLinks.queue(record.slug, record.email, record.emailDigest);
      return records.map(record => (record?.isOnList ? null : record));
    },

    letterTo({ pendingId, ...record }, key) {
      const template = usableTemplate(record, ownTemplatesAfterHours);
      return {
        to: { ...record, entryId: pendingId },
        kind: null,
        grantId: derivedUuid('confirm_address', pendingId),
        isRequested: true,
        compose: stopUrl => ({
          ...composeConfirmAddress(
            {
              ...record,
              to: record.email,
              pageUrl: inLanguage(pageUrl(site, record.slug, record.domain), record),
              confirmUrl: inLanguage(confirmUrl(site, linkToken(key, 'confirm', pendingId)), record),
              stopUrl,
            },
            template,
            record,
          ),
          ...(template && { headers: stopHeaders(stopUrl) }),
        }),
      };
    },

    // Tomorrow the link may still be valid.
    postpone: reason =>
      reason === 'account_limit' ? { postponedSeconds: secondsUntilTomorrow(Date.now()), reason } : null,
  };
}
