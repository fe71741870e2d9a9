import type { DomainState } from '../domains/domain-store.ts';
import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import { plainName } from '../markup/plain-name.ts';

const WORDS = {
  active: {
    subject: '{name} is active',
    lead: 'You can send from',
    above: 'Its DNS records are there. Email of the waitlists that use it comes from it.',
    button: 'See your senders',
  },
  verifying: {
    subject: 'We can’t send from {name} anymore',
    lead: 'DNS records are missing for',
    above: 'Until they are back, email of your waitlists comes from our own sender.',
    button: 'See the records',
  },
  failed: {
    subject: 'We stopped checking {name}',
    lead: 'We could not verify',
    above: 'Email of your waitlists comes from our own sender.',
    button: 'See what to do',
  },
} as const satisfies Record<DomainState, Readonly<Record<string, string>>>;

/** The email to an account holder whose sender became active, broke, or failed. */
export function renderSenderNotice(facts: {
  readonly to: string;
  readonly domain: string;
  readonly state: DomainState;
  readonly reason: string | null;
  readonly dashboardUrl: string;
}): Email {
  const { subject, lead, above, button } = WORDS[facts.state];
  const reason = facts.reason === null ? [] : [plainName(facts.reason)];
  return renderCardEmail({
    language: 'en',
    to: facts.to,
    waitlistName: facts.domain,
    isOurs: true,
    subject,
    preview: above,
    lead,
    said: `${lead} {name}.`,
    above: [above, ...reason].join('\n'),
    button: { url: facts.dashboardUrl, text: button },
    why: 'You’re getting this email because the sender is in your Anteroom account.',
  });
}
