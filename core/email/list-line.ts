import { escapeHtml } from '../markup/escape.ts';
import { plainName } from '../markup/plain-name.ts';
import { note, noteLink } from './email-layout.ts';
import { LINE_LINK_STYLE, LINE_STYLE, LINE_TEXT_STYLE } from './frame-style.ts';

/** The purpose of an email made from an account's own template. */
export interface ListLine {
  readonly waitlistName: string;
  readonly pageUrl: string;
  /** Where its reader can stop the waitlist's email. */
  readonly stopUrl: string;
}

const WHY = 'You’re getting it because someone signed up with this address at';

const STOP = 'Stop these emails';

/** `name`, `page`, and `stop` are markup or text. */
const sentence = (name: string, page: string, stop: string): string =>
  `This email was written by the owner of the waitlist “${name}”. ${WHY} ${page}. ${stop}`;

/** The same line below a card of ours, which no style of an author reaches: it is dark in the dark. */
export const renderListNote = ({ waitlistName, pageUrl, stopUrl }: ListLine): string =>
  note(sentence(escapeHtml(plainName(waitlistName)), noteLink(pageUrl, pageUrl), noteLink(stopUrl, STOP)));

/** The line of ours that ends such an email, in both forms (beyond 7). */
export function renderListLine({ waitlistName: name, pageUrl, stopUrl }: ListLine): {
  html: string;
  text: string;
} {
  const waitlistName = plainName(name);
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}" style="${LINE_LINK_STYLE}">${escapeHtml(text)}</a>`;
  const shown = `<span style="${LINE_TEXT_STYLE}">${escapeHtml(waitlistName)}</span>`;
  return {
    html: `<div style="${LINE_STYLE}">${sentence(shown, link(pageUrl, pageUrl), link(stopUrl, STOP))}</div>`,
    text: [
      '----------------------------------------',
      `This email was written by the owner of the waitlist “${waitlistName}”. ${WHY} ${pageUrl}`,
      `${STOP}: ${stopUrl}`,
    ].join('\n'),
  };
}
