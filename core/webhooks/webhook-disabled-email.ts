import type { Email } from '../email/email.ts';
import { cardText, note, renderCard } from '../email/email-layout.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { DisabledReason } from './webhook-work-store.ts';

const SUBJECT = 'We turned off a webhook';
const BUTTON = 'See what failed';
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
  const { to, dashboardUrl, reason } = facts;
  const waitlistName = plainName(facts.waitlistName);
  const url = plainName(facts.url);
  const what = `${
    reason === 'gone' ? `${url} answered 410 Gone` : `Every delivery to ${url} has failed for five days`
  }, so we no longer send events to it.`;
  const why = 'You’re getting this email because the webhook is in your Anteroom account.';
  return {
    to,
    subject: onOneLine(`${SUBJECT} for ${facts.waitlistName}`).trim(),
    html: renderCard(
      {
        design: {},
        preview: what,
        lead: `${SUBJECT} for`,
        name: waitlistName,
        button: { url: dashboardUrl, text: BUTTON },
      },
      { above: cardText(`${what} ${NEXT}`), end: note(why) },
    ),
    text: [`${SUBJECT} for ${waitlistName}.`, what, NEXT, `${BUTTON}:\n${dashboardUrl}`, why].join('\n\n'),
  };
}
