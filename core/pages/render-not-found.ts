import { escapeHtml } from '../html/escape.ts';
import type { PageAssets } from './page-assets.ts';

/** Shown at an unknown page url. */
export const renderNotFound = (assets: PageAssets): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waitlist not found</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
</head>
<body>
<main class="missing">
<h1>Waitlist not found</h1>
<p>The link may be mistyped, or the waitlist may have moved or closed. Check with the person who shared it.</p>
</main>
</body>
</html>
`;
