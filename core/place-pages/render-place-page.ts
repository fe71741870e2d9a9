import { escapeHtml } from '../markup/escape.ts';
import { formatDay } from '../markup/format-day.ts';
import { moduleScript } from '../markup/html-document.ts';
import { renderQrCode } from '../markup/qr-code.ts';
import { renderPoweredBy } from '../markup/render-powered-by.ts';
import type { PageAssets } from '../pages/page-assets.ts';
import { aheadText, formatCount, goneText, howText, nextText, promiseText } from '../pages/place-text.ts';
import { fieldValues, renderQuestions } from '../pages/render-questions.ts';
import { renderShareLinks } from '../pages/render-share-links.ts';
import { renderSecretPage, renderTicketName } from '../pages/secret-page.ts';
import type { FoundPlace, PublicPlace } from './find-place.ts';

export interface PlacePageView extends FoundPlace {
  /** The path of its JSON, from which the page refreshes itself. */
  readonly source: string;
  readonly serviceUrl: string;
  readonly assets: PageAssets;
}

/** How often the page reloads where scripts are off. */
const RELOAD_SECONDS = 60;

/** `GET /s/{token}`: a person's place in line. All of it is in the HTML; `web/page/place.ts` keeps it up to date. */
export function renderPlacePage(view: PlacePageView): string {
  const { assets, place, design } = view;
  return renderSecretPage({
    title: `${place.status === 'waiting' ? `#${formatCount(place.position)} in line` : 'You’re in'} – ${place.waitlist.name}`,
    description: `Your place on the waitlist for ${place.waitlist.name}.`,
    design,
    assets,
    whiteLabel: view.whiteLabel,
    head: [
      `<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>`,
      moduleScript(assets.placeJs),
    ],
    ...(view.asked.questions.length > 0 && { styles: [assets.questionsCss] }),
    main: `${renderStatus(view)}
${renderLeave(view)}`,
    footer: view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl, 'en'),
  });
}

/** The place, what is ahead of it, and the link to share: the same on its own page and after joining. */
export function renderStatus({
  place,
  invitation,
  design,
  asked,
  source,
}: Pick<PlacePageView, 'place' | 'invitation' | 'design' | 'asked' | 'source'>): string {
  const { waitlist, signups, referralCount, referralLink } = place;
  const boost = boostOf(place);
  return `<section id="place" class="place" aria-labelledby="place-heading" data-source="${escapeHtml(source)}" data-status="${place.status}" data-position="${place.position}">
<div class="ticket">
<div class="ticket-place">
${renderTicketName(waitlist, design)}
${place.status === 'waiting' ? renderPlace(place) : renderIn(invitation)}
</div>
<div class="ticket-share">
<p data-part="message" class="ticket-message" hidden></p>
<dl class="facts">
<div><dt>People joined</dt><dd data-part="signups">${formatCount(signups)}</dd></div>
<div><dt>Friends joined</dt><dd data-part="friends">${formatCount(referralCount)}</dd></div>
</dl>
<label class="ticket-promise" for="place-link">${promiseText(boost)}</label>
<p data-part="next" class="ticket-next">${nextText(place.position, boost)}</p>
<div class="ticket-link">
<input id="place-link" data-part="link" type="text" readonly value="${escapeHtml(referralLink)}">
<button data-part="copy" class="ticket-copy" type="button" hidden>Copy</button>
</div>
${renderShareLinks(waitlist.name, referralLink)}
<button data-part="image" class="ticket-image" type="button" hidden>Save as image</button>
${place.status === 'waiting' ? renderHow(boost) : ''}
<details class="ticket-more qr">
<summary>QR code</summary>
${renderQrCode(referralLink, 'QR code of your link')}
</details>
</div>
</div>
${renderAsked({ asked, source })}<p data-part="announcement" class="visually-hidden" role="status"></p>
</section>`;
}

function renderPlace(place: PublicPlace): string {
  const position = formatCount(place.position);
  return `<h1 id="place-heading" class="ticket-heading" tabindex="-1"><span class="ticket-label">Your place in line</span> <span data-part="place" class="ticket-number" data-length="${position.length}">${position}</span><span data-part="moved" class="ticket-moved" aria-hidden="true"></span></h1>
<p class="ticket-ahead" data-part="ahead">${aheadText(place.ahead)}</p>
<p class="ticket-ahead ticket-gone" data-part="gone">${goneText(place)}</p>`;
}

const renderHow = (boost: number | null): string => `<details class="ticket-more">
<summary>What the numbers mean</summary>
<p>${howText(boost)}</p>
</details>`;

/** The heading once it is their turn. Without an invitation they have accepted it. */
const renderIn = (
  invitation: PlacePageView['invitation'],
): string => `<h1 id="place-heading" class="ticket-heading ticket-in" tabindex="-1">You’re in!</h1>
${
  invitation
    ? `<p class="ticket-ahead">Your invitation works until ${formatDay(invitation.expiresAt)}.</p>
<a class="ticket-accept" target="_top" href="${escapeHtml(invitation.link)}">Accept your invitation</a>`
    : '<p class="ticket-ahead">You’ve accepted your invitation.</p>'
}`;

/** What is asked after joining. The line that it was saved shows where the form leads. Works without scripts. */
const renderAsked = ({ asked, source }: Pick<PlacePageView, 'asked' | 'source'>): string =>
  asked.questions.length === 0
    ? ''
    : `<div class="asked">
<h2 id="asked-heading">A little about you</h2>
<form data-part="asked" aria-labelledby="asked-heading" method="post" action="${escapeHtml(source.replace(/\.json$/, '/answers'))}">
${renderQuestions(asked.questions, 'en', { values: fieldValues(asked.answers), errors: {} })}
<button class="primary">Save</button>
<p id="saved" data-part="saved" class="saved" role="status">Saved. Thank you!</p>
</form>
</div>
`;

/**
 * Anyone may hold the link to this page, so leaving takes the address, which gets a link to confirm it. Works without
 * scripts.
 */
const renderLeave = ({ place: { waitlist } }: PlacePageView): string => `<details class="leave">
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

/** The places that a friend gives: only to someone who waits. */
const boostOf = ({ referralBoost, status }: PublicPlace): number | null =>
  status === 'waiting' ? referralBoost : null;
