import type { Email } from '../email/email.ts';
import { cardText, note, noteLink, renderCard } from '../email/email-layout.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';

const LOSS =
  'This erases your email address, your name, and your referral link. You lose your place. You can’t undo this.';
const BUTTON = 'Leave the waitlist';
const WHY = 'You’re getting this email because someone asked for it at';
const OTHERWISE = 'If that wasn’t you, ignore this email, and nothing changes.';

/** The email with the link to leave a waitlist. Its link asks once more, because mail programs open links. */
export function renderLeaveEmail(facts: {
  readonly to: string;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  readonly pageUrl: string;
  readonly leaveUrl: string;
}): Email {
  const { to, design, pageUrl, leaveUrl } = facts;
  const waitlistName = plainName(facts.waitlistName);
  return {
    to,
    waitlistName: facts.waitlistName,
    subject: onOneLine(`Leave ${facts.waitlistName}?`).trim(),
    html: renderCard(
      {
        design,
        preview: LOSS,
        lead: 'Leave the waitlist for',
        name: waitlistName,
        button: { url: leaveUrl, text: BUTTON },
      },
      { above: cardText(LOSS), end: note(`${WHY} ${noteLink(pageUrl, pageUrl)}. ${OTHERWISE}`) },
    ),
    text: [
      `Leave the waitlist for ${waitlistName}?`,
      LOSS,
      `${BUTTON}:\n${leaveUrl}`,
      `${WHY} ${pageUrl}. ${OTHERWISE}`,
    ].join('\n\n'),
  };
}
