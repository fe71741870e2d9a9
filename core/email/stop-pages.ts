import { fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { escapeHtml } from '../markup/escape.ts';
import { fillMarkup } from '../markup/fill-markup.ts';
import { type PersonPageBrand, renderPersonPage } from '../markup/person-page.ts';

export interface StopPage {
  readonly language: Language;
  /** The waitlist. */
  readonly brand: PersonPageBrand;
  /** Where the forms post: the link itself. */
  readonly action: string;
  /** Whether the link may also erase the person. */
  readonly mayLeave: boolean;
}

type BrandedPage = Pick<StopPage, 'brand' | 'language'>;

const textsFor = (language: Language) => textsOf(language).pages.stop;

/** A page in the look of the waitlist, with its name in the heading. `rest` is markup. */
const render = ({ brand, language }: BrandedPage, title: string, heading: string, rest: string): string =>
  renderPersonPage(
    title,
    `<h1>${fillMarkup(heading, { name: `<bdi>${escapeHtml(brand.name)}</bdi>` })}</h1>
${rest}`,
    brand,
    language,
  );

const leaveForm = ({ action, mayLeave, language }: StopPage): string =>
  mayLeave
    ? `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="leave" value="ask">
<button class="quiet">${escapeHtml(textsFor(language).leave)}</button>
</form>`
    : '';

/** A form with `get` drops the query of its action, and with it the language. */
const keptQuery = ({ action }: StopPage): string =>
  [...new URL(action, 'https://any.example').searchParams]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">\n`)
    .join('');

/** Opened by the link. It needs a click, because mail programs prefetch links. */
export function renderStopPage(page: StopPage): string {
  const texts = textsFor(page.language);
  return render(
    page,
    texts.title,
    texts.heading,
    `<p>${escapeHtml(texts.keep)}</p>
<form method="post" action="${escapeHtml(page.action)}">
<button autofocus>${escapeHtml(texts.button)}</button>
</form>
${leaveForm(page)}`,
  );
}

export function renderStoppedPage(page: StopPage): string {
  const texts = textsFor(page.language);
  const rest = `<p>${escapeHtml(texts.stopped)}</p>\n${leaveForm(page)}`;
  return render(page, texts.stoppedTitle, texts.stoppedHeading, rest);
}

export function renderLeavePage(page: StopPage): string {
  const texts = textsFor(page.language);
  return render(
    page,
    texts.leaveTitle,
    texts.leaveHeading,
    `<p>${escapeHtml(texts.loss)}</p>
<form method="get" action="${escapeHtml(page.action)}">
${keptQuery(page)}<input type="hidden" name="leave" value="no">
<button autofocus>${escapeHtml(texts.stay)}</button>
</form>
<form method="post" action="${escapeHtml(page.action)}">
<input type="hidden" name="leave" value="yes">
<button class="quiet">${escapeHtml(texts.erase)}</button>
</form>`,
  );
}

export function renderKeptPage(page: BrandedPage): string {
  const texts = textsFor(page.language);
  return render(page, texts.keptTitle, texts.keptHeading, `<p>${escapeHtml(texts.kept)}</p>`);
}

/** For a link from before the key that makes links was replaced. */
export function renderOldLinkPage(page: BrandedPage): string {
  const texts = textsFor(page.language);
  return render(page, texts.oldTitle, texts.oldHeading, `<p>${escapeHtml(texts.old)}</p>`);
}

export function renderLeftPage(page: BrandedPage): string {
  const texts = textsFor(page.language);
  return render(page, texts.leftTitle, texts.leftHeading, `<p>${escapeHtml(texts.left)}</p>`);
}

/** A page that is no waitlist's. */
const renderOurs = (language: Language, title: string, heading: string, advice: string, above = ''): string =>
  renderPersonPage(
    title,
    `${above}<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(advice)}</p>`,
    undefined,
    language,
  );

export function renderNoStopPage(language: Language): string {
  const { badLinkTitle, badLink, badStop } = textsOf(language).pages.notice;
  return renderOurs(language, badLinkTitle, badLink, badStop, `${CLOSED_DOOR}\n`);
}

/** Shown when we failed. It offers no sign-in: these people have no account. */
export function renderStopFailedPage(error: string, language: Language): string {
  const { failedTitle, failed } = textsFor(language);
  return renderOurs(language, failedTitle, error, failed);
}

export function renderStopLaterPage(seconds: number, language: Language): string {
  const { tooMany, waitForLink } = textsOf(language).pages.notice;
  const advice = fillCount(language, waitForLink, seconds);
  return renderOurs(language, textsFor(language).failedTitle, tooMany, advice);
}
