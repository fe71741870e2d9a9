import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderSitePage } from '../markup/html-document.ts';
import type { PageAssets } from './page-assets.ts';

export const NOT_FOUND = {
  heading: 'Waitlist not found',
  advice:
    'The link may be mistyped, or the waitlist may have moved or closed. Check with the person who shared it.',
} as const;

/** Tells a visitor why there is no page. It is shown on custom domains too, so it does not name us. */
export const renderNoPage = (assets: PageAssets, heading: string, advice: string): string =>
  renderSitePage({
    title: heading,
    isPrivate: true,
    icon: assets.icon,
    styles: [assets.css],
    body: `<main class="missing">
<div class="missing-card">
${CLOSED_DOOR}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(advice)}</p>
</div>
</main>`,
  });

/** Shown at an unknown page url. */
export const renderNotFound = (assets: PageAssets): string =>
  renderNoPage(assets, NOT_FOUND.heading, NOT_FOUND.advice);
