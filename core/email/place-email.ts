import type { Language } from '../languages/language.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { Email } from './email.ts';
import { cardLink, cardText, note, noteLink, renderCard } from './email-layout.ts';
import { shareLine } from './share-line.ts';

/** The facts in every email about a person's place. */
export interface PlaceFacts {
  readonly to: string;
  readonly language: Language;
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
  /** Why it was sent, before the address of the page. */
  readonly why: string;
  /** After that: what to do if it was a mistake. */
  readonly otherwise: string;
}

/** Why people get emails that they did not ask for themselves. */
export const SIGNED_UP = 'You’re getting this email because someone signed up with this address at';
export const STOP = 'Stop these emails';

/** A name at the end of a sentence. */
const endSentence = (name: string): string => (/[.!?…]$/.test(name) ? name : `${name}.`);

interface PlaceCard {
  readonly design: StoredDesign;
  readonly label: string;
  readonly place: string;
  readonly lead: string;
  readonly waitlistName: string;
  readonly statusUrl: string;
  /** Above the link. */
  readonly share: string;
  readonly referralLink: string;
}

/**
 * The HTML of an email about a place.
 * @param end - markup below the card
 */
export function renderPlaceHtml(card: PlaceCard, end: string): string {
  const { design, label, place, lead, waitlistName: name, statusUrl, share, referralLink } = card;
  return renderCard(
    {
      design,
      preview: `${label}: #${place}`,
      number: { label, value: `#${place}` },
      lead,
      name,
      button: { url: statusUrl, text: 'See your place' },
    },
    { below: cardText(share) + cardLink(referralLink), end },
  );
}

/** It contains no text typed by a visitor, so nobody can send strangers' words to an address with it. */
export function renderPlaceEmail(facts: PlaceFacts, words: PlaceWords): Email {
  const { subject, label, lead, why, otherwise } = words;
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
      note(`${why} ${noteLink(pageUrl, pageUrl)}. ${otherwise} ${noteLink(stopUrl, STOP)}`),
    ),
    text: [
      `${lead} ${endSentence(waitlistName)}`,
      `${label}: #${place}`,
      `See your place:\n${statusUrl}`,
      `${share}\n${referralLink}`,
      `${why} ${pageUrl}. ${otherwise}`,
      `${STOP}: ${stopUrl}`,
    ].join('\n\n'),
  };
}
