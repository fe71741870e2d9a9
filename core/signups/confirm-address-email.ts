import type { Email } from '../email/email.ts';
import { cardText, note, noteLink, renderCard } from '../email/email-layout.ts';
import { SIGNED_UP } from '../email/place-email.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';
import { VALID_HOURS } from './pending-store.ts';

const TASK = `Confirm your email address to get your place in line. The link works for ${VALID_HOURS} hours.`;
const BUTTON = 'Confirm my email';
const OTHERWISE = 'If that wasn’t you, ignore this email, and nothing happens.';

/**
 * The email that asks people to confirm their address. It contains no text typed by a visitor, so nobody can send strangers'
 * words to an address with it.
 */
export function renderConfirmAddressEmail(facts: {
  readonly to: string;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  readonly pageUrl: string;
  readonly confirmUrl: string;
}): Email {
  const { to, design, pageUrl, confirmUrl } = facts;
  const waitlistName = plainName(facts.waitlistName);
  return {
    to,
    waitlistName: facts.waitlistName,
    subject: onOneLine(`Confirm your email address for ${facts.waitlistName}`).trim(),
    html: renderCard(
      {
        design,
        preview: TASK,
        lead: 'Join the waitlist for',
        name: waitlistName,
        button: { url: confirmUrl, text: BUTTON },
      },
      { above: cardText(TASK), end: note(`${SIGNED_UP} ${noteLink(pageUrl, pageUrl)}. ${OTHERWISE}`) },
    ),
    text: [
      `Join the waitlist for ${waitlistName}`,
      TASK,
      `${BUTTON}:\n${confirmUrl}`,
      `${SIGNED_UP} ${pageUrl}. ${OTHERWISE}`,
    ].join('\n\n'),
  };
}
