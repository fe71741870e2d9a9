import { type Email, onOneLine } from '../email/email.ts';
import type { StoredDesign } from '../waitlists/design.ts';
import { note, noteLink, renderPlaceHtml } from './place-email-html.ts';
import { plainName } from './plain-name.ts';

/** What every email about a person's place shows. */
export interface PlaceFacts {
  readonly to: string;
  readonly waitlistName: string;
  /** The look of the waitlist. */
  readonly design: StoredDesign;
  readonly position: number;
  readonly pageUrl: string;
  readonly statusUrl: string;
  readonly referralLink: string;
  /** Places gained per referral; null while referrals are off. */
  readonly referralBoost: number | null;
  /** Where its reader can stop the waitlist's email. */
  readonly stopUrl: string;
}

/** The words of one kind of email. */
export interface PlaceWords {
  /** `{name}` is the waitlist's. */
  readonly subject: string;
  /** Above the number. */
  readonly label: string;
  /** Above the waitlist's name, and before it in the text. */
  readonly lead: string;
  /** After why it was sent: what to do if that was a mistake. */
  readonly otherwise: string;
}

const WHY = 'You’re getting this email because someone entered this address at';
const STOP = 'Stop these emails';

export const places = (count: number): string =>
  count === 1 ? '1 place' : `${count.toLocaleString('en-US')} places`;

/** The sentence above the referral link. */
export const shareLine = (boost: number | null): string =>
  boost === null
    ? 'Know someone who’d like this too? Share your link:'
    : `Move up ${places(boost)} for each friend who joins with your link:`;

/** It contains no text typed by a visitor, so nobody can send strangers' words to an address with it. */
export function renderPlaceEmail(facts: PlaceFacts, { subject, label, lead, otherwise }: PlaceWords): Email {
  const { to, design, pageUrl, statusUrl, referralLink, stopUrl } = facts;
  const waitlistName = plainName(facts.waitlistName);
  const place = facts.position.toLocaleString('en-US');
  const share = shareLine(facts.referralBoost);
  return {
    to,
    waitlistName: facts.waitlistName,
    subject: onOneLine(subject.replace('{name}', () => facts.waitlistName)).trim(),
    html: renderPlaceHtml(
      { design, label, place, lead, waitlistName, statusUrl, share, referralLink },
      note(`${WHY} ${noteLink(pageUrl, pageUrl)}. ${otherwise} ${noteLink(stopUrl, STOP)}`),
    ),
    text: [
      `${lead} ${waitlistName}.`,
      `${label}: #${place}`,
      `See your place:\n${statusUrl}`,
      `${share}\n${referralLink}`,
      `${WHY} ${pageUrl}. ${otherwise}`,
      `${STOP}: ${stopUrl}`,
    ].join('\n\n'),
  };
}
