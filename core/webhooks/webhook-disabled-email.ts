import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import { plainName } from '../markup/plain-name.ts';
import type { DisabledReason } from './webhook-work-store.ts';

const NEXT = 'Fix the receiver, then turn the webhook on again. Events that failed can be sent once more.';

/** The email to an account holder whose webhook was disabled. */
export function renderWebhookDisabledEmail(facts: {
  readonly to: string;
  readonly waitlistName: string;
  /** Of the webhook. */
  readonly url: string;
  /** Where its deliveries are shown. */
  readonly dashboardUrl: string;
  readonly reason: DisabledReason;
}): Email {
  const url = plainName(facts.url);
  const what = `${
    facts.reason === 'gone' ? `${url} answered 410 Gone` : `Every delivery to ${url} has failed for five days`
  }, so we no longer send events to it.`;
  return renderCardEmail({
    ...facts,
    language: 'en',
    isOurs: true,
    subject: 'We turned off a webhook for {name}',
    preview: what,
    lead: 'We turned off a webhook for',
    said: 'We turned off a webhook for {name}.',
    above: `${what} ${NEXT}`,
    button: { url: facts.dashboardUrl, text: 'See what failed' },
    why: 'You’re getting this email because the webhook is in your Anteroom account.',
  });
}
