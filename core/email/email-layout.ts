import type { Language } from '../languages/language.ts';
import { escapeHtml } from '../markup/escape.ts';
import { FONTS, RADII, SPACES } from '../markup/tokens.ts';
import { type StoredDesign, toDesign } from '../page-code/design.ts';
import {
  type CardNumber,
  cardButton,
  FINE,
  INK,
  LINE,
  PAPER,
  renderCardDocument,
  SMALL,
  SOFT,
  TEXT,
} from './card-layout.ts';

/** A paragraph below the card; `html` is markup. */
export const note = (html: string): string =>
  `<p class="soft" style="max-width:520px;margin:20px auto 0;font-family:${FONTS.email};${FINE}">${html}</p>\n`;

export const noteLink = (url: string, text: string): string =>
  `<a class="soft"${text === url ? ' dir="ltr"' : ''} href="${escapeHtml(url)}" style="color:${SOFT}">${escapeHtml(text)}</a>`;

/** The fields of a card are plain text. */
export interface Card {
  readonly language: Language;
  /** The look of a waitlist; ours where it is empty. */
  readonly design: StoredDesign;
  /** The preview that mail programs show after the subject. */
  readonly preview: string;
  readonly number?: CardNumber;
  /** Above the name. */
  readonly lead: string;
  /** Of the waitlist, or ours. */
  readonly name: string;
  readonly button: { readonly url: string; readonly text: string };
}

/** A paragraph of a card. */
export const cardText = (text: string): string =>
  `<p class="ink" style="margin:24px 0 0;${TEXT}">${escapeHtml(text)}</p>\n`;

/** A link of a card that is there to be copied. */
export const cardLink = (url: string): string =>
  `<p class="field" dir="ltr" style="margin:${SPACES.xs}px 0 0;padding:${SPACES.sm}px;border:1px solid ${LINE};border-radius:${RADII.md}px;background:${PAPER};${SMALL};overflow-wrap:anywhere"><a class="ink" href="${escapeHtml(url)}" style="color:${INK};text-decoration:none">${escapeHtml(url)}</a></p>\n`;

/**
 * The HTML of an email of ours.
 * @param markup - `above` and `below` the button, and at the `end`, below the card
 */
export function renderCard(
  { language, design, preview, number, lead, name, button }: Card,
  { above = '', below = '', end }: { readonly above?: string; readonly below?: string; readonly end: string },
): string {
  const look = toDesign(design);
  return renderCardDocument({
    language,
    title: name,
    look,
    preview,
    number,
    content: `<p class="soft" style="margin:0;${SMALL};color:${SOFT}">${escapeHtml(lead)}</p>
<h1 class="ink" style="margin:2px 0 0;font-size:24px;line-height:32px;font-weight:700;color:${INK};overflow-wrap:anywhere"><span dir="auto">${escapeHtml(name)}</span></h1>
${above}${cardButton(look, button)}${below}`,
    end,
  });
}
