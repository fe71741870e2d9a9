import { directionOf, type Language } from '../languages/language.ts';
import { textColorOn } from '../markup/contrast.ts';
import { escapeHtml } from '../markup/escape.ts';
import { colorScheme, renderDocument } from '../markup/html-document.ts';
import { FONTS, GLOW, ON_PINE, PALETTE, PINE, RADII, SPACES, TEXT_SIZES } from '../markup/tokens.ts';
import type { Design } from '../page-code/design.ts';

/** The part of a design that emails follow. */
export type CardLook = Pick<Design, 'brandColor' | 'logoUrl' | 'appearance'>;

interface Colors {
  /** The block with the number, and texts on it. */
  readonly block: string;
  readonly label: string;
  readonly number: string;
  readonly button: string;
  readonly onButton: string;
  /** Keeps a button apart from a card of its color. */
  readonly edge: string;
  readonly darkButton: string;
  readonly onDarkButton: string;
}

const [BUTTON, DARK_BUTTON] = PALETTE.action;
const [ON_BUTTON, ON_DARK_BUTTON] = PALETTE['on-action'];

const OURS: Colors = {
  block: PINE,
  label: ON_PINE,
  number: GLOW,
  button: BUTTON,
  onButton: ON_BUTTON,
  edge: BUTTON,
  darkButton: DARK_BUTTON,
  onDarkButton: ON_DARK_BUTTON,
};

/** A color with a quarter of another: mail programs know no transparency. */
const mix = (color: string, other: string): string =>
  [1, 3, 5].reduce((mixed, at) => {
    const [from = 0, to = 0] = [color, other].map(each => Number.parseInt(each.slice(at, at + 2), 16));
    return (
      mixed +
      Math.round(from + (to - from) / 4)
        .toString(16)
        .padStart(2, '0')
    );
  }, '#');

/** The exact brand color, in light and dark. */
function colorsOf(brandColor: string | null): Colors {
  if (brandColor === null) return OURS;
  const text = textColorOn(brandColor);
  const button = { button: brandColor, onButton: text, darkButton: brandColor, onDarkButton: text };
  return { block: brandColor, label: text, number: text, ...button, edge: mix(brandColor, text) };
}

const isSvg = (url: string): boolean => /\.svg$/i.test(new URL(url).pathname);

export const [PAPER, DARK_PAPER] = PALETTE.paper;
const [CARD, DARK_CARD] = PALETTE.card;
export const [LINE, DARK_LINE] = PALETTE.line;
export const [INK, DARK_INK] = PALETTE.ink;
export const [SOFT, DARK_SOFT] = PALETTE.soft;
/** Of the card's corners inside its border. */
const INNER_RADIUS = RADII.lg - 1;

/** In light; {@link styleSheet} turns them dark, by their class. */
export const FINE = `font-size:${TEXT_SIZES.xs}px;line-height:19px;color:${SOFT}`;
export const SMALL = `font-size:${TEXT_SIZES.sm}px;line-height:20px`;
export const TEXT = `font-size:16px;line-height:24px;color:${INK}`;

/** Where lines begin. Mail programs drop the direction of the document, and some look only at cells. */
interface Sides {
  readonly start: 'left' | 'right';
  /** Attributes of tables, and of their cells. */
  readonly table: string;
  readonly cell: string;
  readonly isArabic: boolean;
}

const sidesIn = (language: Language): Sides =>
  directionOf(language) === 'rtl'
    ? { start: 'right', table: ' dir="rtl"', cell: ' dir="rtl" align="right"', isArabic: true }
    : { start: 'left', table: '', cell: '', isArabic: false };

/**
 * The logo on a strip of its own, which stays as light (or dark) as the page that the logo was made for. Mail programs do
 * not show SVG. The name follows as text, so the logo needs none.
 */
function logoRow({ logoUrl, appearance }: CardLook, sides: Sides): string {
  if (logoUrl === null || isSvg(logoUrl)) return '';
  const strip = appearance === 'dark' ? DARK_CARD : CARD;
  return `<tr><td class="pad"${sides.cell} bgcolor="${strip}" style="padding:${SPACES.lg}px ${SPACES.xl}px;background:${strip};border-radius:${INNER_RADIUS}px ${INNER_RADIUS}px 0 0"><img src="${escapeHtml(logoUrl)}" alt="" height="36" style="display:block;height:36px;width:auto;max-width:208px;object-fit:contain;object-position:${sides.start};border:0"></td></tr>
`;
}

const styleSheet = ({ darkButton, onDarkButton }: Colors): string => `<style>
@media (max-width: 480px) {
  .pad { padding-left: 24px !important; padding-right: 24px !important; }
  .place { font-size: 48px !important; line-height: 54px !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK_PAPER} !important; }
  .card { background: ${DARK_CARD} !important; border-color: ${DARK_LINE} !important; }
  .ink { color: ${DARK_INK} !important; }
  .soft { color: ${DARK_SOFT} !important; }
  .field { background: ${DARK_PAPER} !important; border-color: ${DARK_LINE} !important; }
  .button { background: ${darkButton} !important; color: ${onDarkButton} !important; }
}
</style>`;

/** A line of text and a number, on a block of the card's color. */
export interface CardNumber {
  readonly label: string;
  readonly value: string;
  readonly letterSpacing?: number;
}

function numberRow(
  number: CardNumber | undefined,
  colors: Colors,
  { isFirst, sides }: { readonly isFirst: boolean; readonly sides: Sides },
): string {
  if (!number) return '';
  const round = isFirst ? `${INNER_RADIUS}px ${INNER_RADIUS}px 0 0` : '0';
  // The letters of Arabic hang together.
  const spacing = sides.isArabic ? 0 : (number.letterSpacing ?? -2);
  return `<tr><td class="pad"${sides.cell} bgcolor="${colors.block}" style="padding:${SPACES.xl}px;background:${colors.block};border-radius:${round};font-family:${FONTS.email}">
<p style="margin:0;${SMALL};color:${colors.label}">${escapeHtml(number.label)}</p>
<p class="place" style="margin:4px 0 0;font-size:64px;line-height:68px;font-weight:700;letter-spacing:${spacing}px;color:${colors.number}">${escapeHtml(number.value)}</p>
</td></tr>
`;
}

/** A link that looks like a button. */
export function cardButton(
  { brandColor }: CardLook,
  { url, text }: { readonly url: string; readonly text: string },
): string {
  const colors = colorsOf(brandColor);
  return `<a class="button" href="${escapeHtml(url)}" style="display:inline-block;margin:24px 0 0;padding:13px 22px;border:1px solid ${colors.edge};border-radius:${RADII.md}px;background:${colors.button};color:${colors.onButton};font-size:${TEXT_SIZES.md}px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(text)}</a>\n`;
}

/**
 * The HTML of every email of ours: a card, in tables and inline styles, since mail programs support little else. A number is
 * on a color of its own, so that it stays readable in programs that invert light colors. `content` and `end`, below the
 * card, are markup.
 */
export function renderCardDocument(card: {
  readonly language: Language;
  readonly title: string;
  readonly look: CardLook;
  /** The preview that mail programs show after the subject. */
  readonly preview?: string;
  readonly number?: CardNumber | undefined;
  readonly content: string;
  readonly end?: string;
}): string {
  const { language, title, look, preview, number, content, end = '' } = card;
  const sides = sidesIn(language);
  const colors = colorsOf(look.brandColor);
  const logo = logoRow(look, sides);
  const hidden =
    preview === undefined
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>\n`;
  return renderDocument({
    language,
    title,
    head: [
      colorScheme('auto'),
      '<meta name="supported-color-schemes" content="light dark">',
      styleSheet(colors),
    ],
    bodyAttributes: { class: 'page', style: `margin:0;padding:0;background:${PAPER}` },
    body: `${hidden}<table role="presentation"${sides.table} class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:${SPACES.xl}px ${SPACES.md}px">
<table role="presentation"${sides.table} class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${CARD};border:1px solid ${LINE};border-radius:${RADII.lg}px;border-collapse:separate;overflow:hidden">
${logo}${numberRow(number, colors, { isFirst: logo === '', sides })}<tr><td class="pad"${sides.cell} style="padding:${SPACES.xl}px;font-family:${FONTS.email}">
${content}</td></tr>
</table>
${end}</td></tr></table>`,
  });
}
