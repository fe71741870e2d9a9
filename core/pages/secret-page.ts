import type { Language } from '../languages/language.ts';
import { renderBrandStyle } from '../markup/brand-style.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderSitePage } from '../markup/html-document.ts';
import { iconOf, renderThemeColor } from './brand-mark.ts';
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
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  readonly design: PageDesign;
  readonly assets: PageAssets;
  readonly whiteLabel: boolean;
  /** Style sheets besides those of every such page. */
  readonly styles?: readonly string[];
  readonly head?: readonly string[];
  /** Markup on it, and below it. */
  readonly main: string;
  readonly footer: string;
}

/** Such a page. */
export const renderSecretPage = (page: SecretPage): string =>
  renderSitePage({
    language: page.language,
    title: page.title,
    appearance: page.design.appearance,
    isPrivate: true,
    icon: iconOf(page.assets, page),
    styles: [page.assets.css, page.assets.placeCss, ...(page.styles ?? [])],
    attributes: { 'data-appearance': page.design.appearance, 'data-template': page.design.template },
    head: [
      `<meta name="description" content="${escapeHtml(page.description)}">`,
      '<meta name="referrer" content="no-referrer">',
      renderThemeColor(page.design),
      renderBrandStyle(page.design)?.html ?? '',
      ...(page.head ?? []),
    ],
    body: `<main class="stage" data-state="place">
${page.main}
</main>
${page.footer}`,
  });

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
