import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import { SIGNED_UP } from '../email/place-email.ts';
import { formatDay } from '../markup/format-day.ts';
import type { StoredDesign } from '../page-code/design.ts';

/** The facts in an invitation's email. */
interface InvitationFacts {
  readonly to: string;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  /** The account's words. */
  readonly message: string | null;
  readonly link: string;
  readonly expiresAt: Date;
  readonly pageUrl: string;
  readonly stopUrl: string;
}

/** The email with an invitation. It contains no text typed by a visitor. */
export function renderInvitationEmail(facts: InvitationFacts): Email {
  const { message } = facts;
  const validity = `This link is yours alone. It works until ${formatDay(facts.expiresAt)}.`;
  return renderCardEmail({
    ...facts,
    subject: 'You’re in: {name}',
    preview: message ?? validity,
    hero: { label: 'It’s your turn', value: 'You’re in.' },
    lead: 'Your invitation to',
    mark: '.',
    above: message ?? '',
    button: { url: facts.link, text: 'Accept your invitation' },
    below: validity,
    why: SIGNED_UP,
  });
}
