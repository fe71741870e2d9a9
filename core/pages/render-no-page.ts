import { renderBrandStyle } from '../markup/brand-style.ts';
import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderSitePage } from '../markup/html-document.ts';
import { iconOf, renderBrandMark } from './brand-mark.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageDesign } from './page-data.ts';

export const NOT_FOUND = {
  heading: 'Waitlist not found',
  advice:
    'The link may be mistyped, or the waitlist may have moved or closed. Check with the person who shared it.',
} as const;

/** Whose notice it is. */
interface NoticeBrand {
  readonly name: string;
  readonly design: PageDesign;
  readonly whiteLabel: boolean;
}

/** Tells a visitor why there is no page. It is shown on custom domains too, so it does not name us. */
export const renderNoPage = (
  assets: PageAssets,
  heading: string,
  advice: string,
  brand?: NoticeBrand,
): string =>
  renderSitePage({
    title: heading,
    isPrivate: true,
    icon: iconOf(assets, brand),
    styles: [assets.css, assets.placeCss],
    ...(brand && { appearance: brand.design.appearance }),
    attributes: brand ? { 'data-appearance': brand.design.appearance } : {},
    head: [(brand && renderBrandStyle(brand.design)?.html) ?? ''],
    body: `<main class="missing">
<div class="missing-card">
${brand ? renderBrandMark(brand.name, brand.design) : CLOSED_DOOR}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(advice)}</p>
</div>
</main>`,
  });

/** Shown at an unknown page url. */
export const renderNotFound = (assets: PageAssets): string =>
  renderNoPage(assets, NOT_FOUND.heading, NOT_FOUND.advice);
