import { fill } from '../languages/format.ts';
import { directionOf, type Language } from '../languages/language.ts';
import type { Texts } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import { fillMarkup } from '../markup/fill-markup.ts';
import { plainName } from '../markup/plain-name.ts';
import { note, noteLink } from './email-layout.ts';
import { lineLinkStyle, lineStyle, lineTextStyle } from './frame-style.ts';

/** The purpose of an email made from an account's own template. */
export interface ListLine {
  readonly language: Language;
  readonly waitlistName: string;
  readonly pageUrl: string;
  /** Where its reader can stop the waitlist's email. */
  readonly stopUrl: string;
}

/** Handed in, because the dashboard shows the line too. */
type LineTexts = Pick<Texts['emails'], 'byOwner' | 'byOwnerText' | 'stop' | 'stopText'>;

/** The same line below a card of ours, which no style of an author reaches: it is dark in the dark. */
export function renderListNote(
  { waitlistName, pageUrl, stopUrl }: ListLine,
  { byOwner, stop }: LineTexts,
): string {
  const name = escapeHtml(plainName(waitlistName));
  return note(
    `${fillMarkup(byOwner, { name, page: noteLink(pageUrl, pageUrl) })} ${noteLink(stopUrl, stop)}`,
  );
}

/** The line of ours that ends such an email, in both forms (beyond 7). */
export function renderListLine(
  { language, waitlistName: name, pageUrl, stopUrl }: ListLine,
  { byOwner, byOwnerText, stop, stopText }: LineTexts,
): {
  html: string;
  text: string;
} {
  const direction = directionOf(language);
  const waitlistName = plainName(name);
  const link = (url: string, text: string, of = direction) =>
    `<a href="${escapeHtml(url)}" style="${lineLinkStyle(of)}">${escapeHtml(text)}</a>`;
  const shown = `<span style="${lineTextStyle(direction)}">${escapeHtml(waitlistName)}</span>`;
  const sentence = fillMarkup(byOwner, { name: shown, page: link(pageUrl, pageUrl, 'ltr') });
  return {
    html: `<div lang="${language}" style="${lineStyle(direction)}">${sentence} ${link(stopUrl, stop)}</div>`,
    text: [
      '----------------------------------------',
      fill(byOwnerText, { name: waitlistName, page: pageUrl }),
      fill(stopText, { url: stopUrl }),
    ].join('\n'),
  };
}
