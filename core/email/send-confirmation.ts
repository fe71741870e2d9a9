import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import { ownTemplatesFrom } from '../email-templates/own-templates.ts';
import { renderTemplate } from '../email-templates/render-template.ts';
import { renderConfirmation } from '../html/confirmation-email.ts';
import { pageUrl, referralLink, type Site } from '../kernel/site.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { persist } from '../outbox/persist.ts';
import type { JobHandler, JobOutcome } from '../outbox/run-outbox.ts';
import { digestEmail } from '../signups/email-digest.ts';
import type { ConfirmationRecord, ConfirmationStore } from './confirmation-store.ts';
import { type Email, EmailRefusedError, type Mailer } from './email.ts';
import { type EmailBudget, type EmailLimits, secondsUntilTomorrow } from './email-budget.ts';
import { mailboxOf } from './mailbox.ts';
import { digestStop, stopHeaders, stopLink } from './stop-link.ts';
import type { StopStore } from './stop-store.ts';

const Payload = z.object({ entryId: z.uuid() });

/** Why a signup gets no email. */
export type UnsentReason = 'refused' | 'suppressed' | 'stopped' | 'recipient_limit' | 'account_limit';

export interface ConfirmationServices {
  readonly site: Site;
  readonly confirmations: ConfirmationStore;
  readonly stops: Pick<StopStore, 'isStopped' | 'noteMailbox'>;
  readonly budget: EmailBudget;
  readonly limits: EmailLimits;
  /** How old a free account that never paid must be before its templates are sent. */
  readonly ownTemplatesAfterHours: number;
  readonly digestKey: () => Promise<KeyObject | Buffer>;
  readonly mailer: Mailer;
  /** Called for an email that will never be sent. */
  readonly onUnsent: (reason: UnsentReason, waitlistId: string, cause?: EmailRefusedError) => void;
}

/** After that, people have forgotten that they joined, and take the email for spam. */
const LONGEST_WAIT_MS = 3 * 24 * 3600_000;

/**
 * The job `confirmation_email`: emails a new signup its current position and referral link. If that fails, the signup
 * is still valid.
 */
export function sendConfirmation(services: ConfirmationServices): JobHandler {
  const { site, confirmations, stops, budget, limits, digestKey, mailer, onUnsent } = services;

  const grant = (record: ConfirmationRecord, entryId: string, recipient: Buffer) =>
    budget.grant({
      accountId: record.accountId,
      entryId,
      recipient,
      recipientMax: limits.perRecipient,
      accountMax: limits.perAccount[record.plan],
    });

  const mayUseTemplate = ({ plan, accountCreatedAt: createdAt, hasPaid }: ConfirmationRecord): boolean =>
    ownTemplatesFrom({ plan, createdAt, hasPaid }, services.ownTemplatesAfterHours) === null;

  async function mail(
    { waitlistId, createdAt }: OutboxJob,
    record: ConfirmationRecord,
    entryId: string,
  ): Promise<JobOutcome> {
    const unsent = (reason: UnsentReason, cause?: EmailRefusedError): JobOutcome => {
      onUnsent(reason, waitlistId, cause);
      return 'done';
    };
    if (record.suppressed) return unsent('suppressed');
    const key = await digestKey();
    const mailbox = digestEmail(key, mailboxOf(record.email));
    if (await stops.isStopped(waitlistId, digestStop(key, waitlistId, mailbox))) return unsent('stopped');

    const verdict = await grant(record, entryId, mailbox);
    // Later it would still be one too many.
    if (verdict === 'recipient_limit') return unsent(verdict);
    // Tomorrow's budget may allow it.
    if (verdict === 'account_limit') {
      const now = Date.now();
      return now - createdAt.getTime() > LONGEST_WAIT_MS
        ? unsent(verdict)
        : { postponedSeconds: secondsUntilTomorrow(now), reason: verdict };
    }

    const email = compose(
      site,
      mayUseTemplate(record) ? record : { ...record, template: null },
      stopLink(site, key, entryId),
    );
    if (email.headers && !mailbox.equals(record.emailDigest))
      await stops.noteMailbox(waitlistId, entryId, mailbox);
    try {
      await mailer.send(email, { emailDigest: record.emailDigest, waitlistId });
    } catch (error) {
      // A retry cannot succeed.
      if (!(error instanceof EmailRefusedError)) throw error;
      return unsent('refused', error);
    }
    return 'done';
  }

  return async (job, { remainingMs }) => {
    const { waitlistId } = job;
    const { entryId } = Payload.parse(job.payload);
    const record = await confirmations.find(waitlistId, entryId);
    if (!record) return 'done';
    const outcome = await mail(job, record, entryId);
    if (outcome === 'done' && record.leaves)
      await persist(() => confirmations.release(waitlistId, entryId), remainingMs);
    return outcome;
  };
}

/** The email, from the linked template or the default one. */
function compose(site: Site, record: ConfirmationRecord, link: string): Email {
  const { email: to, waitlistName, description, position, slug, domain, template } = record;
  const page = pageUrl(site, slug, domain);
  const ownLink = referralLink(site, slug, record.referralCode, domain);
  if (template) {
    const values = {
      waitlistName,
      description: description ?? '',
      position: String(position),
      referralLink: ownLink,
    };
    const line = { waitlistName, pageUrl: page, stopUrl: link };
    // Mail programs that cut long emails off show the headers' button all the same.
    return { ...renderTemplate(to, template, values, line), headers: stopHeaders(link) };
  }
  return renderConfirmation({
    to,
    waitlistName,
    position,
    pageUrl: page,
    referralLink: ownLink,
    referralBoost: record.referralEnabled ? record.referralBoost : null,
  });
}
