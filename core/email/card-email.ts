import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { Email } from './email.ts';
import { type Card, cardText, note, noteLink, renderCard } from './email-layout.ts';
import { STOP } from './place-email.ts';

/** What an email with one button says, as plain text. */
interface CardWords extends Pick<Card, 'lead' | 'preview' | 'button'> {
  readonly to: string;
  readonly waitlistName: string;
  /** It is from us and not from the waitlist. */
  readonly isOurs?: true;
  /** The look of the waitlist. Default: ours. */
  readonly design?: StoredDesign;
  /** `{name}` is the waitlist's. */
  readonly subject: string;
  /** Ends the first line of the text: the lead and the name. */
  readonly mark?: '.' | '?';
  /** Paragraphs above the button. */
  readonly above: string;
  readonly below?: string;
  /** Why it was sent, before the address of the page if it has one. */
  readonly why: string;
  readonly pageUrl?: string;
  /** A few large words on a block of the waitlist's color, above the card. The text begins with them. */
  readonly hero?: { readonly label: string; readonly value: string };
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
  const { design = {}, subject, lead, mark = '', above, button, below = '' } = words;
  const { to, waitlistName, isOurs, preview, why, pageUrl, otherwise, stopUrl, hero } = words;
  const name = plainName(waitlistName);
  const reason = (page = pageUrl) => present([page === undefined ? why : `${why} ${page}.`, otherwise]);
  const link = pageUrl && noteLink(pageUrl, pageUrl);
  const stop = stopUrl && noteLink(stopUrl, STOP);
  return {
    to,
    ...(!isOurs && { waitlistName }),
    subject: onOneLine(subject.replace('{name}', () => waitlistName)).trim(),
    html: renderCard(
      { design, preview, lead, name, button, ...(hero && { number: hero }) },
      {
        above: paragraphs(above),
        below: paragraphs(below),
        end: note(present([...reason(link), stop]).join(' ')),
      },
    ),
    text: present([
      hero && `${hero.value} ${hero.label}.`,
      `${lead} ${name}${mark}`,
      above,
      `${button.text}:\n${button.url}`,
      below,
      reason().join(' '),
      stopUrl && `${STOP}: ${stopUrl}`,
    ]).join('\n\n'),
  };
}
