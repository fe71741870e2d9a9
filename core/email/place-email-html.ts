import { textColorOn } from '../markup/contrast.ts';
import { escapeHtml } from '../markup/escape.ts';
import { type StoredDesign, toDesign } from '../page-code/design.ts';

/** The parts of an email about a place, as plain text. */
export interface PlaceParts {
  readonly design: StoredDesign;
  /** Above the number. */
  readonly label: string;
  readonly place: string;
  /** Above the waitlist's name. */
  readonly lead: string;
  readonly waitlistName: string;
  readonly statusUrl: string;
  /** Above the link. */
  readonly share: string;
  readonly referralLink: string;
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

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

const OURS: Colors = {
  block: '#12352a',
  label: '#b9d3c6',
  number: '#ffd27a',
  button: '#12352a',
  onButton: '#ffffff',
  edge: '#12352a',
  darkButton: '#ffd27a',
  onDarkButton: '#12241d',
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

/**
 * The logo on a strip of its own, which stays as light (or dark) as the page that the logo was made for. Mail programs do
 * not show SVG. The name follows as text, so the logo needs none.
 */
function logoRow(design: StoredDesign): string {
  const { logoUrl, appearance } = toDesign(design);
  if (logoUrl === null || isSvg(logoUrl)) return '';
  const strip = appearance === 'dark' ? '#131d19' : '#ffffff';
  return `<tr><td class="pad" bgcolor="${strip}" style="padding:20px 36px;background:${strip};border-radius:15px 15px 0 0"><img src="${escapeHtml(logoUrl)}" alt="" height="36" style="display:block;height:36px;width:auto;max-width:208px;object-fit:contain;object-position:left;border:0"></td></tr>
`;
}

const STYLE = (colors: Colors): string => `<style>
@media (max-width: 480px) {
  .pad { padding-left: 24px !important; padding-right: 24px !important; }
  .place { font-size: 48px !important; line-height: 54px !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0b1310 !important; }
  .card { background: #131d19 !important; border-color: #26362f !important; }
  .ink { color: #eef3ef !important; }
  .soft { color: #9fb0a8 !important; }
  .field { background: #0f1714 !important; border-color: #33473e !important; }
  .button { background: ${colors.darkButton} !important; color: ${colors.onDarkButton} !important; }
}
</style>`;

/** A paragraph below the card; `html` is markup. */
export const note = (html: string): string =>
  `<p class="soft" style="max-width:520px;margin:20px auto 0;font-family:${FONT};font-size:12px;line-height:18px;color:#5a6b62">${html}</p>\n`;

export const noteLink = (url: string, text: string): string =>
  `<a class="soft" href="${escapeHtml(url)}" style="color:#5a6b62">${escapeHtml(text)}</a>`;

/** A card in the look of a waitlist; the fields are plain text. */
export interface Card {
  readonly design: StoredDesign;
  /** The preview that mail programs show after the subject. */
  readonly preview: string;
  /** A line of text and a number, on a block of the waitlist's color. */
  readonly number?: { readonly label: string; readonly value: string };
  /** Above the waitlist's name. */
  readonly lead: string;
  readonly waitlistName: string;
  readonly button: { readonly url: string; readonly text: string };
}

/** A paragraph of a card. */
export const cardText = (text: string): string =>
  `<p class="ink" style="margin:24px 0 0;font-size:16px;line-height:24px;color:#14201b">${escapeHtml(text)}</p>\n`;

function numberRow({ number }: Card, colors: Colors, isFirst: boolean): string {
  if (!number) return '';
  const round = isFirst ? '15px 15px 0 0' : '0';
  return `<tr><td class="pad" bgcolor="${colors.block}" style="padding:36px 36px 32px;background:${colors.block};border-radius:${round};font-family:${FONT}">
<p style="margin:0;font-size:14px;line-height:20px;color:${colors.label}">${escapeHtml(number.label)}</p>
<p class="place" style="margin:4px 0 0;font-size:64px;line-height:68px;font-weight:700;letter-spacing:-2px;color:${colors.number}">#${escapeHtml(number.value)}</p>
</td></tr>
`;
}

/**
 * The HTML of an email from a waitlist: tables and inline styles, since mail programs support little else. A number is on a
 * color of its own, so that it stays readable in programs that invert light colors.
 * @param markup - `above` and `below` the button, and at the `end`, below the card
 */
export function renderCard(
  card: Card,
  { above = '', below = '', end }: { readonly above?: string; readonly below?: string; readonly end: string },
): string {
  const colors = colorsOf(toDesign(card.design).brandColor);
  const name = escapeHtml(card.waitlistName);
  const logo = logoRow(card.design);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${name}</title>
${STYLE(colors)}
</head>
<body class="page" style="margin:0;padding:0;background:#eef2ee">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(card.preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2ee"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d8e0da;border-radius:16px;border-collapse:separate;overflow:hidden">
${logo}${numberRow(card, colors, logo === '')}<tr><td class="pad" style="padding:32px 36px 36px;font-family:${FONT}">
<p class="soft" style="margin:0;font-size:14px;line-height:20px;color:#5a6b62">${escapeHtml(card.lead)}</p>
<h1 class="ink" style="margin:2px 0 0;font-size:24px;line-height:32px;font-weight:700;color:#14201b;overflow-wrap:anywhere"><span dir="auto">${name}</span></h1>
${above}<a class="button" href="${escapeHtml(card.button.url)}" style="display:inline-block;margin:24px 0 0;padding:13px 22px;border:1px solid ${colors.edge};border-radius:10px;background:${colors.button};color:${colors.onButton};font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(card.button.text)}</a>
${below}</td></tr>
</table>
${end}</td></tr></table>
</body>
</html>
`;
}

/** The HTML of an email about a place. */
export function renderPlaceHtml(parts: PlaceParts, end: string): string {
  const { design, label, place, lead, waitlistName, statusUrl } = parts;
  const link = escapeHtml(parts.referralLink);
  return renderCard(
    {
      design,
      preview: `${label}: #${place}`,
      number: { label, value: place },
      lead,
      waitlistName,
      button: { url: statusUrl, text: 'See your place' },
    },
    {
      below: `<p class="ink" style="margin:32px 0 10px;font-size:16px;line-height:24px;color:#14201b">${escapeHtml(parts.share)}</p>
<p class="field" style="margin:0;padding:12px 14px;border:1px solid #d8e0da;border-radius:10px;background:#f6f8f6;font-size:14px;line-height:20px;overflow-wrap:anywhere"><a class="ink" href="${link}" style="color:#14201b;text-decoration:none">${link}</a></p>
`,
      end,
    },
  );
}
