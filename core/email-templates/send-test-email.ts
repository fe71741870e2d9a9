import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { EmailRefusedError } from '../email/email.ts';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { digestEmail } from '../identity/email-digest.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { Html, Subject } from './content.ts';
import { findSample, renderSample, type SampleEmailServices, SampleWaitlistId } from './sample-email.ts';

type Context = CallerContext<SampleEmailServices>;

const DAY_SECONDS = 24 * 3600;

const tooMany = (what: string, seconds: number): ApiError =>
  new ApiError('rate_limited', what, {
    headers: { 'retry-after': String(seconds) },
    resolution: 'Try again tomorrow; until then, use the preview.',
  });

/** Counts against the same budgets as signup emails. */
async function takeFromBudget({ caller, services }: Context, recipient: Buffer): Promise<void> {
  const { budget, limits } = services;
  const [verdict] = await budget.grant([
    {
      accountId: caller.account.id,
      entryId: randomUUID(),
      recipient,
      recipientMax: limits.perRecipient,
      accountMax: limits.perAccount[caller.account.plan],
    },
  ]);
  if (verdict === 'recipient_limit') {
    throw tooMany(`Your mailbox got ${limits.perRecipient} emails in the last 24 hours`, DAY_SECONDS);
  }
  if (verdict === 'account_limit') {
    throw tooMany(
      'Your account has used all its emails for today',
      secondsUntilTomorrow(Date.now(), () => 0) + 1,
    );
  }
}

export const sendTestEmail = definePeopleOperation({
  name: 'send_test_email',
  group: 'dashboard',
  title: 'Send a test email',
  summary: 'Send a template with sample values to yourself',
  description:
    "Sends the email a signup would get to the account's own address, and nowhere else. Counts toward the account's emails.",
  method: 'POST',
  path: '/api/v1/dashboard/email-templates/test',
  effect: { ...EFFECT.create, openWorld: true },
  status: 200,
  errors: ['not_found', 'rate_limited'],
  input: () => z.object({ subject: Subject(), html: Html(), waitlistId: SampleWaitlistId() }),
  output: () => z.object({ sentTo: z.string() }),
  async run(context: Context, { waitlistId, ...template }) {
    const { services } = context;
    const email = renderSample(context, template, await findSample(context, waitlistId));
    const key = await services.digestKey();
    const emailDigest = digestEmail(key, email.to);
    if (await services.suppressions.isSuppressed(emailDigest)) {
      throw new ValidationError([
        {
          path: '',
          message: 'cannot be sent: your address bounced or reported our email as spam',
        },
      ]);
    }
    await takeFromBudget(context, digestEmail(key, mailboxOf(email.to)));
    try {
      await services.mailer.send(email, { emailDigest, waitlistId: null });
    } catch (error) {
      if (!(error instanceof EmailRefusedError)) throw error;
      throw ValidationError.at('html', 'was refused by the mail service');
    }
    return { sentTo: email.to };
  },
});
