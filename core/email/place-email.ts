import { fill, formatNumber, joinSentences } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import { fillMarkup } from '../markup/fill-markup.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { Email } from './email.ts';
import { cardLink, cardText, note, noteLink, renderCard } from './email-layout.ts';
import { endsWithName } from './ends-with-name.ts';
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
  /** `{name}` is the waitlist's, `{number}` the place. */
  readonly subject: string;
  /** Above the number, and with it in the text. */
  readonly place: string;
  readonly placeText: string;
  /** Above the waitlist's name, and with it in the text. */
  readonly lead: string;
  readonly said: string;
  /** Why it was sent. `{page}` is the address of the page. */
  readonly why: string;
  /** After that: what to do if it was a mistake. */
  readonly otherwise: string;
}

interface PlaceCard {
  readonly language: Language;
  readonly design: StoredDesign;
  readonly label: string;
  /** In large letters. */
  readonly number: string;
  /** That mail programs show after the subject. */
  readonly preview: string;
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
  const { language, design, label, number, preview, lead, waitlistName: name, statusUrl } = card;
  return renderCard(
    {
      language,
      design,
      preview,
      number: { label, value: number },
      lead,
      name,
      button: { url: statusUrl, text: textsOf(language).emails.seePlace },
    },
    { below: cardText(card.share) + cardLink(card.referralLink), end },
  );
}

/** It contains no text typed by a visitor, so nobody can send strangers' words to an address with it. */
export function renderPlaceEmail(facts: PlaceFacts, words: PlaceWords): Email {
  const { to, language, design, pageUrl, statusUrl, referralLink, stopUrl } = facts;
  const { emails: texts } = textsOf(language);
  const waitlistName = plainName(facts.waitlistName);
  const number = fill(texts.number, { place: formatNumber(language, facts.position) });
  const placeText = fill(words.placeText, { number });
  const share = shareLine(language, texts, facts.referralBoost);
  const why = fillMarkup(words.why, { page: noteLink(pageUrl, pageUrl) });
  return {
    to,
    waitlistName: facts.waitlistName,
    subject: onOneLine(fill(words.subject, { name: facts.waitlistName, number })).trim(),
    html: renderPlaceHtml(
      {
        language,
        design,
        label: words.place,
        number,
        preview: placeText,
        lead: words.lead,
        waitlistName,
        statusUrl,
        share,
        referralLink,
      },
      note(`${joinSentences(language, [why, escapeHtml(words.otherwise)])} ${noteLink(stopUrl, texts.stop)}`),
    ),
    text: [
      endsWithName(words.said, waitlistName),
      placeText,
      `${fill(texts.linkText, { label: texts.seePlace })}\n${statusUrl}`,
      `${share}\n${referralLink}`,
      joinSentences(language, [fill(words.why, { page: pageUrl }), words.otherwise]),
      fill(texts.stopText, { url: stopUrl }),
    ].join('\n\n'),
  };
}
