import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import { fill, formatDay } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import type { StoredDesign } from '../page-code/design.ts';

/** The facts in an invitation's email. */
interface InvitationFacts {
  readonly to: string;
  readonly language: Language;
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
export function renderInvitationEmail({ link, message, expiresAt, ...facts }: InvitationFacts): Email {
  const { language } = facts;
  const { signedUp: why, invitation } = textsOf(language).emails;
  const { subject, lead, said, button } = invitation;
  const validity = fill(invitation.validity, { date: formatDay(language, expiresAt) });
  return renderCardEmail({
    ...facts,
    subject,
    lead,
    said,
    preview: message ?? validity,
    hero: { label: invitation.turn, value: invitation.in, text: invitation.inText },
    above: message ?? '',
    button: { url: link, text: button },
    below: validity,
    why,
  });
}
