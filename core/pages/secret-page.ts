import { escapeHtml } from '../markup/escape.ts';
import { FONT_PRELOAD } from '../markup/font.ts';
import { renderBrandStyle } from './brand-style.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageDesign } from './page-data.ts';
import { type PageSecurityOptions, pageSecurityHeaders } from './page-security-headers.ts';

/**
 * The headers of a page in the look of a waitlist whose URL is a secret, so that nothing else learns it. By default no page
 * may frame it.
 * @param design - null: there is no such page
 */
export function secretPageHeaders(
  design: PageDesign | null,
  security: Pick<PageSecurityOptions, 'formTargets' | 'frameAncestors'> = {},
): Record<string, string> {
  const style = design && renderBrandStyle(design);
  return {
    ...pageSecurityHeaders({
      frameAncestors: null,
      ...security,
      ...(style && { styleSources: [style.source] }),
      ...(design?.logoUrl && { imageSources: [new URL(design.logoUrl).origin] }),
    }),
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}

interface SecretPage {
  readonly title: string;
  readonly description: string;
  readonly design: PageDesign;
  readonly assets: PageAssets;
}

/**
 * The start of such a page, up to its body.
 * @param more - what else is in its head
 */
export const renderSecretHead = (
  { title, description, design, assets }: SecretPage,
  more = '',
): string => `<!doctype html>
<html lang="en" data-appearance="${design.appearance}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="${design.appearance === 'auto' ? 'light dark' : design.appearance}">
<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
<link rel="stylesheet" href="${escapeHtml(assets.placeCss)}">
${renderBrandStyle(design)?.html ?? ''}
${more}
${FONT_PRELOAD}
</head>`;

/** The waitlist's logo, or its name, as a link to its page. */
export function renderTicketName(
  waitlist: { readonly name: string; readonly url: string },
  design: PageDesign,
) {
  const brand =
    design.logoUrl === null
      ? `<bdi>${escapeHtml(waitlist.name)}</bdi>`
      : `<img class="ticket-logo" src="${escapeHtml(design.logoUrl)}" alt="${escapeHtml(waitlist.name)}">`;
  return `<p class="ticket-name"><a href="${escapeHtml(waitlist.url)}">${brand}</a></p>`;
}
