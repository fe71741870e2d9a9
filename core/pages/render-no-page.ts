import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { escapeHtml } from '../markup/escape.ts';
import type { PageAssets } from './page-assets.ts';

export const NOT_FOUND = {
  heading: 'Waitlist not found',
  advice:
    'The link may be mistyped, or the waitlist may have moved or closed. Check with the person who shared it.',
} as const;

/** Tells a visitor why there is no page. It is shown on custom domains too, so it does not name us. */
export const renderNoPage = (assets: PageAssets, heading: string, advice: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
</head>
<body>
<main class="missing">
<div class="missing-card">
${CLOSED_DOOR}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(advice)}</p>
</div>
</main>
</body>
</html>
`;

/** Shown at an unknown page url. */
export const renderNotFound = (assets: PageAssets): string =>
  renderNoPage(assets, NOT_FOUND.heading, NOT_FOUND.advice);
