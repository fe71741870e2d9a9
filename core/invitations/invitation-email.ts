import type { Email } from '../email/email.ts';
import { cardText, note, noteLink, renderCard } from '../email/email-layout.ts';
import { SIGNED_UP, STOP } from '../email/place-email.ts';
import { formatDay } from '../markup/format-day.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';

const LEAD = 'You’re in! It’s your turn for';
const BUTTON = 'Accept your invitation';

/** The facts in an invitation's email. */
export interface InvitationFacts {
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
  const { to, design, message, link, pageUrl, stopUrl } = facts;
  const waitlistName = plainName(facts.waitlistName);
  const validity = `This link is yours alone. It works until ${formatDay(facts.expiresAt)}.`;
  return {
    to,
    waitlistName: facts.waitlistName,
    subject: onOneLine(`You’re in: ${facts.waitlistName}`).trim(),
    html: renderCard(
      {
        design,
        preview: message ?? validity,
        lead: LEAD,
        name: waitlistName,
        button: { url: link, text: BUTTON },
      },
      {
        above: (message ?? '').split(/\n+/).filter(Boolean).map(cardText).join(''),
        below: cardText(validity),
        end: note(`${SIGNED_UP} ${noteLink(pageUrl, pageUrl)}. ${noteLink(stopUrl, STOP)}`),
      },
    ),
    text: [
      `${LEAD} ${waitlistName}.`,
      ...(message === null ? [] : [message]),
      `${BUTTON}:\n${link}`,
      validity,
      `${SIGNED_UP} ${pageUrl}.`,
      `${STOP}: ${stopUrl}`,
    ].join('\n\n'),
  };
}
