import { type CardLook, cardButton, renderCardDocument } from '../email/card-layout.ts';
import { SIMPLE_FORM } from '../email/simple-form.ts';
import { renderMarkdown, toSafeUrl } from './markdown.ts';

/** An email as people write it who know no HTML. The texts are Markdown with variables. */
export interface SimpleEmail {
  readonly showPlace: boolean;
  readonly text: string;
  /** Without a label there is no button. */
  readonly button: { readonly label: string; readonly url: string };
  readonly below: string;
  readonly brandColor: string | null;
  readonly logoUrl: string | null;
}

/** FNV-1a: tells whether the document was edited since. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Base64, because variables in it would be filled in and refused. */
const encode = (value: unknown): string =>
  btoa(
    Array.from(new TextEncoder().encode(JSON.stringify(value)), byte => String.fromCharCode(byte)).join(''),
  );

const decode = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), character => character.charCodeAt(0))));

const HEAD_END = '</head>';
const META = new RegExp(`<meta name="${SIMPLE_FORM}" content="([0-9a-f]+) ([\\w+/=]+)">\n(?=${HEAD_END})`);

/** The whole document of a template, with the form that made it in its head. */
export function writeSimpleEmail(email: SimpleEmail): string {
  const { showPlace, text, button, below, brandColor, logoUrl } = email;
  const look: CardLook = { brandColor, logoUrl, appearance: 'auto' };
  const url = toSafeUrl(button.url);
  const label = button.label.trim();
  const start = renderMarkdown(text);
  const html = renderCardDocument({
    language: 'en',
    title: '{{waitlistName}}',
    look,
    number: showPlace ? { label: 'Your place in line', value: '#{{position}}' } : undefined,
    content: `${start}${label !== '' && url !== null ? cardButton(look, { text: label, url }) : ''}${renderMarkdown(below, { isFirst: false })}`,
  });
  const meta = `<meta name="${SIMPLE_FORM}" content="${hashOf(html)} ${encode(email)}">\n`;
  return html.replace(HEAD_END, () => meta + HEAD_END);
}

/** The form that made a template; null if it was written, or edited since, as code. */
export function readSimpleEmail(html: string): SimpleEmail | null {
  const [meta, hash, form] = META.exec(html) ?? [];
  if (meta === undefined || form === undefined) return null;
  if (hashOf(html.replace(meta, () => '')) !== hash) return null;
  return decode(form) as SimpleEmail;
}
