import { fill, fillCount, formatDay, formatNumber, joinSentences } from '../languages/format.ts';
import { inLanguage } from '../languages/in-language.ts';
import type { Language } from '../languages/language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { escapeHtml, jsonForScript } from '../markup/escape.ts';
import { moduleScript } from '../markup/html-document.ts';
import { renderQrCode } from '../markup/qr-code.ts';
import { renderPoweredBy } from '../markup/render-powered-by.ts';
import type { PageAssets } from '../pages/page-assets.ts';
import {
  aheadText,
  expectedText,
  goneText,
  nextText,
  placeTitle,
  promiseText,
  type TicketWords,
} from '../pages/place-text.ts';
import { fieldValues, renderQuestions } from '../pages/render-questions.ts';
import { renderShareLinks } from '../pages/render-share-links.ts';
import { renderSecretPage, renderTicketName } from '../pages/secret-page.ts';
import type { FoundPlace } from './find-place.ts';
import type { PublicPlace } from './schemas.ts';

export interface PlacePageView extends FoundPlace {
  /** The path of its JSON, from which the page refreshes itself. */
  readonly source: string;
  readonly serviceUrl: string;
  readonly assets: PageAssets;
}

/** How often the page reloads where scripts are off. */
const RELOAD_SECONDS = 60;

/** Our texts on the page. */
interface Words extends TicketWords {
  readonly page: Texts['pages'];
}

const wordsIn = (language: Language): Words => {
  const { place: texts, pages: page } = textsOf(language);
  return { language, texts, page };
};

/** `GET /s/{token}`: a person's place in line. All of it is in the HTML; `web/page/place.ts` keeps it up to date. */
export function renderPlacePage(view: PlacePageView): string {
  const { assets, place, design, language } = view;
  const words = wordsIn(language);
  const { titleIn, description } = words.page.place;
  const { name } = place.waitlist;
  return renderSecretPage({
    language,
    title: `${place.status === 'waiting' ? placeTitle(words, place.position) : titleIn} – ${name}`,
    description: fill(description, { name }),
    design,
    assets,
    whiteLabel: view.whiteLabel,
    head: [
      `<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>`,
      moduleScript(assets.placeJs),
    ],
    ...(view.asked.questions.length > 0 && { styles: [assets.questionsCss] }),
    main: `${renderStatus(view)}
${renderLeave(view, words.page.leave)}`,
    footer: view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl, language),
  });
}

/**
 * The place, what is ahead of it, and the link to share: the same on its own page and after joining. Wherever it goes, its script
 * finds its texts in it.
 */
function renderStatus(view: PlacePageView): string {
  const { place, invitation, design, source, language } = view;
  const { waitlist, signups, referralCount, referralLink } = place;
  const boost = boostOf(place);
  const words = wordsIn(language);
  const { texts, page } = words;
  return `<section id="place" class="place" aria-labelledby="place-heading" data-source="${escapeHtml(source)}" data-status="${place.status}" data-position="${place.position}">
<div class="ticket">
<div class="ticket-place">
${renderTicketName(waitlist, design)}
${place.status === 'waiting' ? renderPlace(place, words) : renderIn(invitation, words)}
</div>
<div class="ticket-share">
<p data-part="message" class="ticket-message" dir="auto" hidden></p>
<dl class="facts">
<div><dt>${escapeHtml(page.place.people)}</dt><dd data-part="signups">${formatNumber(language, signups)}</dd></div>
<div><dt>${escapeHtml(page.place.friends)}</dt><dd data-part="friends">${formatNumber(language, referralCount)}</dd></div>
</dl>
<label class="ticket-promise" for="place-link">${escapeHtml(promiseText(words, boost))}</label>
<p data-part="next" class="ticket-next">${escapeHtml(nextText(words, place.position, boost))}</p>
<div class="ticket-link">
<input id="place-link" data-part="link" type="text" dir="ltr" readonly value="${escapeHtml(referralLink)}">
<button data-part="copy" class="ticket-copy" type="button" hidden>${escapeHtml(texts.copy)}</button>
</div>
${renderShareLinks(waitlist.name, referralLink, language)}
<button data-part="image" class="ticket-image" type="button" hidden>${escapeHtml(page.place.saveImage)}</button>
${place.status === 'waiting' ? renderHow(boost, words) : ''}
<details class="ticket-more qr">
<summary>${escapeHtml(page.place.qrCode)}</summary>
${renderQrCode(referralLink, page.place.qrCodeOfLink)}
</details>
</div>
</div>
${renderAsked(view, words)}<p data-part="announcement" class="visually-hidden" role="status"></p>
<script type="application/json" data-part="words">${jsonForScript({ language, texts } satisfies TicketWords)}</script>
</section>`;
}

function renderPlace(place: PublicPlace, words: Words): string {
  const position = formatNumber(words.language, place.position);
  return `<h1 id="place-heading" class="ticket-heading" tabindex="-1"><span class="ticket-label">${escapeHtml(words.texts.label)}</span> <span data-part="place" class="ticket-number" data-length="${position.length}">${position}</span><span data-part="moved" class="ticket-moved" aria-hidden="true"></span></h1>
<p class="ticket-ahead" data-part="ahead">${escapeHtml(aheadText(words, place.ahead))}</p>
<p class="ticket-ahead ticket-gone" data-part="gone">${escapeHtml(goneText(words, place))}</p>
<p class="ticket-ahead ticket-expected" data-part="expected">${escapeHtml(expectedText(words, place.expected))}</p>`;
}

/** What the numbers of a place mean, in sentences. */
function renderHow(boost: number | null, { language, page: { place } }: Words): string {
  const sentences = [
    place.howPlace,
    ...(boost === null ? [] : [fillCount(language, place.howFriends, boost), place.howOthers]),
  ];
  return `<details class="ticket-more">
<summary>${escapeHtml(place.how)}</summary>
<p>${escapeHtml(joinSentences(language, sentences))}</p>
</details>`;
}

/** The heading once it is their turn. Without an invitation they have accepted it. */
function renderIn(
  invitation: PlacePageView['invitation'],
  { language, texts, page: { place } }: Words,
): string {
  const heading = `<h1 id="place-heading" class="ticket-heading ticket-in" tabindex="-1">${escapeHtml(texts.inHeading)}</h1>`;
  if (!invitation) return `${heading}\n<p class="ticket-ahead">${escapeHtml(place.accepted)}</p>`;
  const until = fill(place.invitedUntil, { date: formatDay(language, invitation.expiresAt) });
  return `${heading}
<p class="ticket-ahead">${escapeHtml(until)}</p>
<a class="ticket-accept" target="_top" href="${escapeHtml(invitation.link)}">${escapeHtml(place.accept)}</a>`;
}

/** What is asked after joining. The line that it was saved shows where the form leads. Works without scripts. */
const renderAsked = ({ asked, source, ...reading }: PlacePageView, { language, texts }: Words): string =>
  asked.questions.length === 0
    ? ''
    : `<div class="asked">
<h2 id="asked-heading">${escapeHtml(texts.askedHeading)}</h2>
<form data-part="asked" aria-labelledby="asked-heading" method="post" action="${escapeHtml(inLanguage(source.replace(/\.json$/, '/answers'), reading))}">
${renderQuestions(asked.questions, language, { values: fieldValues(asked.answers), errors: {} })}
<button class="primary">${escapeHtml(texts.save)}</button>
<p id="saved" data-part="saved" class="saved" role="status">${escapeHtml(texts.saved)}</p>
</form>
</div>
`;

/**
 * Anyone may hold the link to this page, so leaving takes the address, which gets a link to confirm it. Works without
 * scripts.
 */
const renderLeave = (
  { place: { waitlist }, ...reading }: PlacePageView,
  texts: Texts['pages']['leave'],
): string => `<details class="leave">
<summary>${escapeHtml(texts.open)}</summary>
<form method="post" action="${inLanguage(`/w/${waitlist.slug}/status-links`, reading)}">
<input type="hidden" name="purpose" value="leave">
<p id="leave-hint">${escapeHtml(texts.hint)}</p>
<div class="leave-field">
<input type="email" name="email" required maxlength="254" autocomplete="email" placeholder="${escapeHtml(texts.example)}" aria-label="${escapeHtml(texts.email)}" aria-describedby="leave-hint">
<button>${escapeHtml(texts.send)}</button>
</div>
</form>
</details>`;

/** How many places a friend moves someone up; null unless they are waiting. */
const boostOf = ({ referralBoost, status }: PublicPlace): number | null =>
  status === 'waiting' ? referralBoost : null;
