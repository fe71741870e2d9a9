import { createHash } from 'node:crypto';
import type { Language } from '../languages/language.ts';
import { renderBrandStyle } from './brand-style.ts';
import { CODE_SCRIPT_SOURCE, CODE_STYLE } from './code-field.ts';
import { textColorOn } from './contrast.ts';
import { escapeHtml } from './escape.ts';
import { fontFaces } from './font.ts';
import { renderSitePage } from './html-document.ts';
import { LOGO } from './logo.ts';
import { renderPoweredBy } from './render-powered-by.ts';
import { colorProperties, FONTS, HEADING_WEIGHT, PALETTE } from './tokens.ts';

/** Styles of sign-in and consent, which work without scripts. */
const STYLE = `
${fontFaces('basic', 'latin', 'extended')}
:root{color-scheme:light dark;${colorProperties(PALETTE, 'light')}}
@media (prefers-color-scheme:dark){:root{${colorProperties(PALETTE, 'dark')}}}
*{box-sizing:border-box}
body{position:relative;margin:0;min-height:100dvh;display:grid;place-items:center;overflow-x:clip;padding:24px 16px;background:var(--paper);color:var(--ink);font:400 1rem/1.55 ${FONTS.text};-webkit-font-smoothing:antialiased}
body::before{content:"";position:fixed;z-index:-1;left:50%;top:max(6vh,24px);width:min(560px,92vw);height:120vh;translate:-50% 0;border-radius:280px 280px 0 0;background:hsl(158 24% 50%/.07);box-shadow:0 0 0 88px hsl(158 24% 50%/.06),0 0 0 200px hsl(158 24% 50%/.04)}
main{width:100%;max-width:420px;padding:36px 32px;border:1px solid var(--line);border-radius:18px;background:var(--card);box-shadow:0 1px 2px hsl(158 30% 8%/.05),0 18px 50px hsl(158 30% 8%/.08)}
.brand{margin:0 0 22px}
.brand a{display:inline-flex;gap:10px;align-items:center;min-height:32px;color:var(--ink);font-weight:${HEADING_WEIGHT};letter-spacing:-.015em;text-decoration:none}
.brand img{display:block;max-width:min(208px,100%);height:40px;object-fit:contain;object-position:left}
[dir=rtl] .brand img{object-position:right}
h1:lang(ar){letter-spacing:0}
.powered{position:absolute;inset:auto 0 0;padding:10px;font-size:.8125rem;text-align:center}
.door{display:block;width:76px;height:auto;margin:0 0 20px}
h1{margin:0;font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;overflow-wrap:anywhere;text-wrap:balance}
p{margin:10px 0 0;color:var(--soft);overflow-wrap:anywhere;text-wrap:pretty}
p strong,li strong{color:var(--ink)}
form{margin:24px 0 0}
form+form{margin:0}
label{display:block;margin:0 0 6px;font-size:.9375rem;font-weight:600}
input[type=email],input[type=text]{width:100%;padding:12px 14px;border:1px solid var(--edge);border-radius:10px;background:transparent;color:inherit;font:inherit;font-size:1.0625rem}
${CODE_STYLE.trim()}
button{width:100%;margin:16px 0 0;padding:13px 18px;border:0;border-radius:10px;background:var(--brand,var(--action));color:var(--on-brand,var(--on-action));font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:var(--ink);border:1px solid var(--edge)}
a{color:inherit}
:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
.error{margin:16px 0 0;color:var(--error);font-weight:600}
fieldset{margin:20px 0 0;padding:0;border:0}
legend{padding:0;font-weight:600}
.scope{display:flex;gap:10px;margin:10px 0 0;font-weight:400;font-size:.9375rem;line-height:1.4}
.scope input{width:18px;height:18px;margin:1px 0 0;flex:none;accent-color:var(--action)}
.scope code{color:var(--soft);font-size:.8125rem}
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** The waitlist whose name, logo, and color a page wears instead of ours. */
export interface PersonPageBrand {
  readonly name: string;
  /** Of the waitlist's page. */
  readonly url: string;
  readonly logoUrl: string | null;
  readonly brandColor: string | null;
  readonly whiteLabel: boolean;
}

const styleOf = ({ brandColor }: PersonPageBrand) =>
  renderBrandStyle({ brandColor, onBrandColor: brandColor && textColorOn(brandColor) });

/**
 * Security headers of these pages. There is no `form-action`: browsers apply it to redirects after a form too, and consent
 * redirects to the app's host. All markup on these pages is ours.
 */
export function personPageHeaders(brand?: PersonPageBrand): Readonly<Record<string, string>> {
  const style = brand && styleOf(brand);
  const images = brand?.logoUrl ? ` ${new URL(brand.logoUrl).origin}` : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'${style ? ` ${style.source}` : ''}; img-src 'self'${images}; font-src 'self'; script-src ${CODE_SCRIPT_SOURCE}; base-uri 'none'; frame-ancestors 'none'`,
    // Links contain secrets. With `no-referrer`, browsers would also hide the origin of our own forms from us.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export const PERSON_PAGE_HEADERS = personPageHeaders();

const OURS = `<a href="/">${LOGO}Anteroom</a>`;

function renderName({ name, url, logoUrl }: PersonPageBrand): string {
  const shown = logoUrl
    ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}">`
    : `<bdi>${escapeHtml(name)}</bdi>`;
  return `<a href="${escapeHtml(url)}">${shown}</a>`;
}

/** A whole page around `body`, in which all foreign text must already be escaped. */
export const renderPersonPage = (
  title: string,
  body: string,
  brand?: PersonPageBrand,
  language: Language = 'en',
): string =>
  renderSitePage({
    language,
    title: `${title} · ${brand?.name ?? 'Anteroom'}`,
    isPrivate: true,
    icon: (brand?.whiteLabel && brand.logoUrl) || '/favicon.ico',
    head: [`<style>${STYLE}</style>`, (brand && styleOf(brand)?.html) ?? ''],
    body: `<main>
<p class="brand">${brand ? renderName(brand) : OURS}</p>
${body}
</main>${brand && !brand.whiteLabel ? `\n${renderPoweredBy('/', language)}` : ''}`,
  });
