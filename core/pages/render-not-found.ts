import { escapeHtml } from '../html/escape.ts';
import type { PageAssets } from './page-assets.ts';

/** What a visitor sees at an address that is no waitlist, or is one no more. */
export const renderNotFound = (assets: PageAssets): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No waitlist here</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
</head>
<body>
<main class="missing">
<h1>No waitlist here</h1>
<p>This address leads to no waitlist. It may have moved, or be mistyped: ask whoever gave you the link.</p>
</main>
</body>
</html>
`;
