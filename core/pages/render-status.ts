import { escapeHtml } from '../html/escape.ts';
import type { Status } from '../status/find-status.ts';
import type { PageAssets } from './page-assets.ts';
import { type PageSecurityOptions, pageSecurityHeaders } from './page-security-headers.ts';
import { renderPoweredBy } from './render-powered-by.ts';

export interface StatusView {
  readonly status: Status;
  /** The path of its JSON, from which the page refreshes itself. */
  readonly source: string;
  readonly whiteLabel: boolean;
  readonly serviceUrl: string;
  readonly assets: PageAssets;
}

/** How often the page reloads where scripts are off. */
const RELOAD_SECONDS = 60;

/** The URL is a secret, so nothing else may learn it. */
export const statusPageHeaders = (options: PageSecurityOptions = {}): Record<string, string> => ({
  ...pageSecurityHeaders({ frameAncestors: ["'none'"], ...options }),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
});

/** `GET /s/{token}`: a person's place in line. All of it is in the HTML; `web/page/status.ts` keeps it up to date. */
export function renderStatusPage(view: StatusView): string {
  const { assets, status } = view;
  const title = `#${format(status.position)} in line – ${status.waitlist.name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
<script type="module" src="${escapeHtml(assets.statusJs)}"></script>
</head>
<body>
<main class="stage">
${renderStatus(view)}
</main>
${view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl)}
</body>
</html>
`;
}

const format = (count: number): string => count.toLocaleString('en');

/** The place, what is ahead of it, and the link to share: the same on its own page and after joining. */
export function renderStatus({ status, source }: Pick<StatusView, 'status' | 'source'>): string {
  const { waitlist, position, ahead, signups, referralCount, referralLink } = status;
  return `<section id="status" class="join status" aria-labelledby="status-heading" data-source="${escapeHtml(source)}">
<div class="join-inner">
<p class="eyebrow"><a class="status-name" href="${escapeHtml(waitlist.url)}"><bdi>${escapeHtml(waitlist.name)}</bdi></a></p>
<h1 id="status-heading" class="place" tabindex="-1"><span class="place-label">Your place in line</span> <span data-part="place" class="place-number">${format(position)}</span></h1>
<p data-part="message" class="lead" hidden></p>
<dl class="facts">
<div><dt>Ahead of you</dt><dd data-part="ahead">${format(ahead)}</dd></div>
<div><dt>On the list</dt><dd data-part="signups">${format(signups)}</dd></div>
<div><dt>Friends joined</dt><dd data-part="friends">${format(referralCount)}</dd></div>
</dl>
<label class="link-label" for="status-link" data-part="promise">${promise(status)}</label>
<div class="link-row">
<input id="status-link" data-part="link" class="link" type="text" readonly value="${escapeHtml(referralLink)}">
</div>
</div>
</section>`;
}

function promise({ referralBoost }: Status): string {
  if (referralBoost === null) return 'Share your link with a friend';
  const places = referralBoost === 1 ? '1 place' : `${referralBoost} places`;
  return `Move up ${places} for each friend who joins with your link`;
}
