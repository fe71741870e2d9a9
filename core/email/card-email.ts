import { fill, joinSentences } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import { fillMarkup } from '../markup/fill-markup.ts';
import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { Email } from './email.ts';
import { type Card, cardText, note, noteLink, renderCard } from './email-layout.ts';
import { endsWithName } from './ends-with-name.ts';

/** What an email with one button says, as plain text. */
interface CardWords extends Pick<Card, 'lead' | 'preview' | 'button'> {
  readonly language: Language;
  readonly to: string;
  readonly waitlistName: string;
  /** It is from us and not from the waitlist. */
  readonly isOurs?: true;
  /** The look of the waitlist. Default: ours. */
  readonly design?: StoredDesign;
  /** `{name}` is the waitlist's. */
  readonly subject: string;
  /** The lead and the name as a sentence, which begins the text. */
  readonly said: string;
  /** Paragraphs above the button. */
  readonly above: string;
  readonly below?: string;
  /** Why it was sent. `{page}` is the address of the page, if it has one. */
  readonly why: string;
  readonly pageUrl?: string;
  /** A few large words on a block of the waitlist's color, above the card. The text begins with them. */
  readonly hero?: { readonly label: string; readonly value: string; readonly text: string };
  /** What to do if it was a mistake. */
  readonly otherwise?: string;
  /** Where its reader can stop the waitlist's email. */
  readonly stopUrl?: string;
}

const paragraphs = (text: string): string => text.split(/\n+/).filter(Boolean).map(cardText).join('');
const present = (parts: readonly (string | false | undefined)[]): string[] =>
  parts.filter(part => typeof part === 'string' && part !== '') as string[];

/** An email with one button. Its HTML and its text say the same. */
export function renderCardEmail(words: CardWords): Email {
  const { language, design = {}, subject, lead, said, above, button, below = '' } = words;
  const { to, waitlistName, isOurs, preview, why, pageUrl = '', otherwise = '', stopUrl, hero } = words;
  const name = plainName(waitlistName);
  const { stop, stopText, linkText } = textsOf(language).emails;
  const reason = joinSentences(language, [
    fillMarkup(why, { page: noteLink(pageUrl, pageUrl) }),
    escapeHtml(otherwise),
  ]);
  return {
    to,
    ...(!isOurs && { waitlistName }),
    subject: onOneLine(fill(subject, { name: waitlistName })).trim(),
    html: renderCard(
      { language, design, preview, lead, name, button, ...(hero && { number: hero }) },
      {
        above: paragraphs(above),
        below: paragraphs(below),
        end: note(present([reason, stopUrl && noteLink(stopUrl, stop)]).join(' ')),
      },
    ),
    text: present([
      hero?.text,
      endsWithName(said, name),
      above,
      `${fill(linkText, { label: button.text })}\n${button.url}`,
      below,
      joinSentences(language, [fill(why, { page: pageUrl }), otherwise]),
      stopUrl && fill(stopText, { url: stopUrl }),
    ]).join('\n\n'),
  };
}
