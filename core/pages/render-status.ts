import { escapeHtml } from '../html/escape.ts';
import { FONT_PRELOAD } from '../html/font.ts';
import { formatDay } from '../html/format-day.ts';
import { renderQrCode } from '../html/qr-code.ts';
import type { FoundStatus, Status } from '../status/find-status.ts';
import { renderBrandStyle } from './brand-style.ts';
import type { PageAssets } from './page-assets.ts';
import { pageSecurityHeaders } from './page-security-headers.ts';
import { aheadText, countOf, formatCount } from './place-text.ts';
import { renderPoweredBy } from './render-powered-by.ts';
import { renderShareLinks } from './render-share-links.ts';

export interface StatusView extends FoundStatus {
  /** The path of its JSON, from which the page refreshes itself. */
  readonly source: string;
  readonly serviceUrl: string;
  readonly assets: PageAssets;
}

/** How often the page reloads where scripts are off. */
const RELOAD_SECONDS = 60;

/**
 * The headers of a status page. Its URL is a secret, so nothing else may learn it.
 * @param found - null: there is no such page
 */
export function statusPageHeaders(found: FoundStatus | null): Record<string, string> {
  const style = found && renderBrandStyle(found.design);
  const logo = found?.design.logoUrl;
  return {
    ...pageSecurityHeaders({
      frameAncestors: ["'none'"],
      ...(style && { styleSources: [style.source] }),
      ...(logo && { imageSources: [new URL(logo).origin] }),
    }),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}

/** `GET /s/{token}`: a person's place in line. All of it is in the HTML; `web/page/status.ts` keeps it up to date. */
export function renderStatusPage(view: StatusView): string {
  const { assets, status, design } = view;
  const title = `${status.status === 'waiting' ? `#${formatCount(status.position)} in line` : 'You’re in'} – ${status.waitlist.name}`;
  return `<!doctype html>
<html lang="en" data-appearance="${design.appearance}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(`Your place on the waitlist for ${status.waitlist.name}.`)}">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
<meta name="color-scheme" content="${design.appearance === 'auto' ? 'light dark' : design.appearance}">
<link rel="icon" href="${escapeHtml(assets.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${escapeHtml(assets.css)}">
<link rel="stylesheet" href="${escapeHtml(assets.statusCss)}">
${renderBrandStyle(design)?.html ?? ''}
<script type="module" src="${escapeHtml(assets.statusJs)}"></script>
${FONT_PRELOAD}
</head>
<body>
<main class="stage" data-state="status">
${renderStatus(view)}
${renderLeave(view)}
</main>
${view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl)}
</body>
</html>
`;
}

/** The place, what is ahead of it, and the link to share: the same on its own page and after joining. */
export function renderStatus({
  status,
  invitation,
  design,
  source,
}: Pick<StatusView, 'status' | 'invitation' | 'design' | 'source'>): string {
  const { waitlist, signups, referralCount, referralLink } = status;
  const name = `<bdi>${escapeHtml(waitlist.name)}</bdi>`;
  const brand =
    design.logoUrl === null
      ? name
      : `<img class="ticket-logo" src="${escapeHtml(design.logoUrl)}" alt="${escapeHtml(waitlist.name)}">`;
  return `<section id="status" class="status" aria-labelledby="status-heading" data-source="${escapeHtml(source)}" data-status="${status.status}">
<div class="ticket">
<div class="ticket-place">
<p class="ticket-name"><a href="${escapeHtml(waitlist.url)}">${brand}</a></p>
${status.status === 'waiting' ? renderPlace(status) : renderIn(invitation)}
</div>
<div class="ticket-share">
<p data-part="message" class="ticket-message" hidden></p>
<dl class="facts">
<div><dt>On the list</dt><dd data-part="signups">${formatCount(signups)}</dd></div>
<div><dt>Friends joined</dt><dd data-part="friends">${formatCount(referralCount)}</dd></div>
</dl>
<label class="ticket-promise" for="status-link">${promise(status)}</label>
<div class="ticket-link">
<input id="status-link" data-part="link" type="text" readonly value="${escapeHtml(referralLink)}">
<button data-part="copy" class="ticket-copy" type="button" hidden>Copy</button>
</div>
${renderShareLinks(waitlist.name, referralLink)}
<details class="qr">
<summary>QR code</summary>
${renderQrCode(referralLink, 'QR code of your link')}
</details>
</div>
</div>
<p data-part="announcement" class="visually-hidden" role="status"></p>
</section>`;
}

function renderPlace({ position, ahead }: Status): string {
  const place = formatCount(position);
  return `<h1 id="status-heading" class="ticket-heading" tabindex="-1"><span class="ticket-label">Your place in line</span> <span data-part="place" class="ticket-number" data-length="${place.length}">${place}</span></h1>
<p class="ticket-ahead" data-part="ahead">${aheadText(ahead)}</p>`;
}

/** What people see once it is their turn. Without an invitation they have accepted it. */
const renderIn = (
  invitation: StatusView['invitation'],
): string => `<h1 id="status-heading" class="ticket-heading ticket-in" tabindex="-1">You’re in!</h1>
${
  invitation
    ? `<p class="ticket-ahead">Your invitation works until ${formatDay(invitation.expiresAt)}.</p>
<a class="ticket-accept" href="${escapeHtml(invitation.link)}">Accept your invitation</a>`
    : '<p class="ticket-ahead">You’ve accepted your invitation.</p>'
}`;

/**
 * Anyone may hold the link to this page, so leaving takes the address, which gets a link to confirm it. Works without
 * scripts.
 */
const renderLeave = ({ status: { waitlist } }: StatusView): string => `<details class="leave">
<summary>Leave the waitlist</summary>
<form method="post" action="/w/${waitlist.slug}/status-links">
<input type="hidden" name="purpose" value="leave">
<p id="leave-hint">Enter the address you joined with. We’ll email you a link that erases your data.</p>
<div class="leave-field">
<input type="email" name="email" required maxlength="254" autocomplete="email" placeholder="you@example.com" aria-label="Email" aria-describedby="leave-hint">
<button>Email me the link</button>
</div>
</form>
</details>`;

function promise({ referralBoost, status }: Status): string {
  if (referralBoost === null || status !== 'waiting') return 'Know someone who’d like this? Share your link.';
  return `Move up ${countOf(referralBoost, 'place', 'places')} for each friend who joins with your link.`;
}
