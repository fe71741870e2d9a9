import { SERVICE_NAME } from '../kernel/identity.ts';
import type { Site } from '../kernel/site.ts';
import { escapeHtml } from '../markup/escape.ts';
import { moduleScript, renderSitePage } from '../markup/html-document.ts';
import { LOGO } from '../markup/logo.ts';
import { PALETTE } from '../markup/tokens.ts';
import type { PageAssets } from '../pages/page-assets.ts';
import { renderDemo } from './render-demo.ts';
import { renderPricing } from './render-pricing.ts';
import { renderWays } from './render-ways.ts';

export interface HomeView {
  readonly site: Site;
  readonly assets: PageAssets;
}

const TITLE = `${SERVICE_NAME}: waitlists with exact places and referrals`;
const HEADLINE = 'Build the line before you open the door.';
const LEAD =
  'Anteroom gives your launch a signup page, an exact place in line for everyone who joins, and a link that moves people up when their friends follow.';

/** `GET /` on our own host: what the service is, what it costs, and where to start. It works without scripts. */
export function renderHome({ site, assets }: HomeView): string {
  return renderSitePage({
    title: TITLE,
    icon: assets.icon,
    styles: [assets.homeCss],
    head: [renderTags(site, assets), moduleScript(assets.homeJs)],
    body: `<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${LOGO}<span>${SERVICE_NAME}</span></a>
<nav aria-label="Main">
<a class="wide-only" href="#how">How it works</a>
<a class="wide-only" href="#pricing">Pricing</a>
<a href="/docs">Docs</a>
<a href="/sign-in">Sign in</a>
<a class="button small wide-only" href="/sign-in">Get started</a>
</nav>
</header>
<main id="main">
<section class="hero">
<div class="hero-words">
<h1>${HEADLINE}</h1>
<p class="lead">${LEAD}</p>
<p class="actions"><a class="button" href="/sign-in">Create your waitlist</a><a class="button quiet" href="/docs">Read the docs</a></p>
<p class="fine">Free to start. No card, no time limit.</p>
</div>
${renderDemo(site)}
</section>
${renderWays(site)}
${FEATURES}
${renderPricing(site)}
${CLOSING}
</main>
<footer class="bottom">
<p class="brand">${LOGO}<span>${SERVICE_NAME}</span></p>
<nav aria-label="More">
<a href="/docs">Docs</a>
<a href="/changelog">Changelog</a>
<a href="/api/v1/openapi.json">OpenAPI</a>
<a href="/skill.md">Skill for agents</a>
<a href="/llms.txt">llms.txt</a>
<a href="/sign-in">Sign in</a>
</nav>
</footer>`,
  });
}

function renderTags({ baseUrl }: Site, assets: PageAssets): string {
  const url = escapeHtml(`${baseUrl}/`);
  return `<meta name="description" content="${LEAD}">
<meta name="robots" content="index, follow, max-image-preview:large">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${SERVICE_NAME}">
<meta property="og:title" content="${HEADLINE}">
<meta property="og:description" content="${LEAD}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${escapeHtml(baseUrl + assets.homeCard)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${HEADLINE}">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="${PALETTE.paper[0]}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${PALETTE.paper[1]}" media="(prefers-color-scheme: dark)">`;
}

const FEATURES = `<section class="features" aria-labelledby="features-heading">
<h2 id="features-heading">Built for launch day</h2>
<ul class="grid">
<li><h3>Exact places</h3><p>Places run from 1 to n, each held once, with ten signups or ten million.</p></li>
<li><h3>A page to come back to</h3><p>Everyone gets a private link to their place. It moves while they watch.</p></li>
<li><h3>Email that arrives</h3><p>Once a signup is saved, its confirmation will be sent, even after a crash.</p></li>
<li><h3>Your look</h3><p>Pick a template, a color, and a logo. Or send your own code; it runs in a sandbox.</p></li>
<li><h3>Your domain, your database</h3><p>Serve the page on your domain, and keep signups in your own Postgres or MySQL.</p></li>
<li><h3>Your data</h3><p>Export signups as CSV at any time. Erase a person when they ask.</p></li>
</ul>
</section>`;

const CLOSING = `<section class="closing" aria-labelledby="closing-heading">
<h2 id="closing-heading">Your page is a minute away.</h2>
<p>Enter your email and we’ll send a code. New here? This creates your account.</p>
<form class="start" method="post" action="/sign-in">
<input type="hidden" name="return_to" value="/dashboard">
<label class="visually-hidden" for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" placeholder="you@example.com" required>
<button class="button">Email me a code</button>
</form>
</section>`;
