import { signupPath, visitPath } from '../kernel/site.ts';
import { fill } from '../languages/format.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { renderBrandStyle } from '../markup/brand-style.ts';
import { escapeHtml, jsonForScript } from '../markup/escape.ts';
import { FONT_PARTS } from '../markup/font.ts';
import { moduleScript, renderSitePage } from '../markup/html-document.ts';
import { renderPoweredBy } from '../markup/render-powered-by.ts';
import { questionsAt, visitorQuestions } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import { iconOf, renderThemeColor } from './brand-mark.ts';
import { CARD_SIZE } from './card.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageChallenge, PageData, PageDesign, PageWaitlist } from './page-data.ts';
import type { PageSecurityOptions } from './page-security-headers.ts';
import { pageNeeds, pageWords } from './page-words.ts';
import { renderDefaultForm } from './render-default-form.ts';
import { renderDoorBar } from './render-door.ts';
import type { RenderedTemplate } from './render-template.ts';

export type { PageAssets } from './page-assets.ts';
export { type PageSecurityOptions, pageSecurityHeaders } from './page-security-headers.ts';

/** Everything the hosted page of a waitlist shows. */
export interface PageView extends PageWaitlist, Reading {
  /** The waitlist's id. */
  readonly id: string;
  readonly design: PageDesign;
  /** The public URL of the page, absolute, without a query. */
  readonly pageUrl: string;
  /** That of this language, if it was asked for by its address. */
  readonly canonicalUrl: string;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  readonly seoKeywords: string | null;
  /** An absolute URL of a 1200x630 PNG or JPEG. */
  readonly ogImage: string;
  /** The page code, already through `guardLoops`. */
  readonly pageCode: string;
  /** What shows until the page code runs; null: the default form does. */
  readonly firstView: RenderedTemplate | null;
  /** Leaves "Powered by Anteroom" out (contract section 5). */
  readonly whiteLabel: boolean;
  /** The referral code of `?ref=`, or null. */
  readonly referredBy: string | null;
  /** The bot challenge before a signup, or null. */
  readonly challenge: PageChallenge | null;
  readonly questions: readonly Question[];
  /** Sites that may frame the page. */
  readonly allowedOrigins: readonly string[];
  readonly assets: PageAssets;
  /** Where "Powered by Anteroom" leads; without it, it is plain text. */
  readonly serviceUrl?: string;
}

/**
 * The HTML of a hosted page: the tags, the sandboxed frame for the page code, the default form that shows until the
 * frame does (or the template's own first view), and the data of the shell's script. No script in it is inline, so the policy needs no nonce.
 */
export const renderPage = (view: PageView): string =>
  renderPageWith(view, {
    head: [
      moduleScript(view.assets.shellJs),
      // A first view is as good as the page until somebody uses it, so its style sheet and font come first.
      view.firstView === null
        ? `<link rel="preload" href="${escapeHtml(view.assets.runtimeJs)}" as="fetch" crossorigin="anonymous">`
        : '',
    ],
    body: `<main id="stage" class="stage" data-state="loading">
<iframe id="page" class="page" title="${escapeHtml(fill(textsOf(view.language).signupPage.frame, { name: view.name }))}" sandbox="allow-scripts" inert allow="clipboard-write" referrerpolicy="no-referrer" src="${escapeHtml(view.assets.frameHtml)}"></iframe>
${renderForms(view)}
</main>
${renderDoorBar(view, view.firstView !== null)}
${view.challenge ? renderChallenge(textsOf(view.language).signupPage.challenge) : ''}
${view.whiteLabel ? '' : renderPoweredBy(view.serviceUrl, view.language)}
<script type="application/json" id="page-data">${jsonForScript(pageData(view))}</script>`,
  });

/** What shows until the frame does. Beside a first view, the default form waits in case the page code fails. */
function renderForms(view: PageView): string {
  const form = renderDefaultForm(view);
  if (view.firstView === null) return form;
  return `<div id="first" class="first">${view.firstView.html}</div>\n<template>${form}</template>`;
}

/** The parts of the page that do not depend on its script. */
export const renderPageWith = (
  view: PageView,
  { head = [], body }: { readonly head?: readonly string[]; readonly body: string },
): string =>
  renderSitePage({
    language: view.language,
    title: titleOf(view),
    appearance: view.design.appearance,
    icon: iconOf(view.assets, view),
    styles: [
      view.assets.css,
      // The bar below a closed page has its styles there.
      ...(view.door === 'open' ? [] : [view.assets.placeCss]),
      ...(questionsAt(view.questions, 'form').length > 0 ? [view.assets.questionsCss] : []),
    ],
    attributes: { 'data-appearance': view.design.appearance, 'data-template': view.design.template },
    head: [...renderTags(view), renderBrandStyle(view.design)?.html ?? '', ...head],
    body,
  });

const titleOf = ({ seoTitle, name, language }: PageView): string =>
  seoTitle ?? fill(textsOf(language).signupPage.title, { name });

/** The origins that its policy must allow. */
export function pageSecurity({
  design,
  challenge,
  allowedOrigins,
  firstView,
}: Pick<PageView, 'design' | 'challenge' | 'allowedOrigins' | 'firstView'>): PageSecurityOptions {
  const origins = challenge && [new URL(challenge.scriptUrl).origin];
  const style = renderBrandStyle(design);
  return {
    frameAncestors: allowedOrigins,
    ...(origins && { scriptSources: origins, frameSources: origins }),
    styleSources: [style, firstView].flatMap(sheet => sheet?.source ?? []),
    imageSources: [design.logoUrl, firstView && design.imageUrl].flatMap(url =>
      url ? new URL(url).origin : [],
    ),
  };
}

function renderTags(view: PageView): string[] {
  const title = titleOf(view);
  const description =
    view.seoDescription ?? fill(textsOf(view.language).signupPage.description, { name: view.name });
  return [
    meta('name', 'description', description),
    meta('name', 'keywords', view.seoKeywords),
    meta('name', 'robots', 'index, follow, max-image-preview:large'),
    `<link rel="canonical" href="${escapeHtml(view.canonicalUrl)}">`,
    ...renderAlternates(view),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', view.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', view.canonicalUrl),
    meta('property', 'og:image', view.ogImage),
    // No other size is accepted (specification section 2), and previews show sooner when they know it.
    meta('property', 'og:image:width', String(CARD_SIZE.width)),
    meta('property', 'og:image:height', String(CARD_SIZE.height)),
    meta('property', 'og:image:alt', title),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', view.ogImage),
    renderThemeColor(view.design),
  ];
}

/** The page in each of its languages, and the address that chooses one. */
function renderAlternates({ pageUrl, languages }: PageView): string[] {
  if (languages.length < 2) return [];
  const link = (code: string, url: string) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(url)}">`;
  return [
    ...languages.map(language => link(language, inLanguage(pageUrl, { language, languages }))),
    link('x-default', pageUrl),
  ];
}

function meta(kind: 'name' | 'property', key: string, content: string | null): string {
  return content === null || content === '' ? '' : `<meta ${kind}="${key}" content="${escapeHtml(content)}">`;
}

function pageData(view: PageView): PageData {
  const { name, slug, lead, referralEnabled, referralBoost, signups, waiting } = view;
  const { door, opensAt, closedMessage, language } = view;
  const texts = textsOf(language);
  return {
    waitlistId: view.id,
    pageUrl: view.pageUrl,
    signupUrl: signupPath(slug),
    visitUrl: visitPath(slug),
    runtimeUrl: view.assets.runtimeJs,
    fontUrl: FONT_PARTS.basic.path,
    placeCssUrl: view.assets.placeCss,
    questionsCssUrl: questionsAt(view.questions, 'place').length > 0 ? view.assets.questionsCss : null,
    placeJsUrl: view.assets.placeJs,
    code: view.pageCode,
    waitlist: {
      name,
      slug,
      lead,
      referralEnabled,
      referralBoost,
      signups,
      waiting,
      door,
      opensAt,
      closedMessage,
    },
    design: view.design,
    questions: visitorQuestions(view.questions),
    referredBy: view.referredBy,
    challenge: view.challenge,
    language,
    texts: { form: texts.form, challenge: view.challenge && texts.challenge },
    words: pageWords(language, texts, {
      template: view.design.template,
      waitlist: view,
      needs: pageNeeds(view),
    }),
  };
}

/** The bot challenge, outside the page code's frame. Opened by `web/page/challenge.ts` if the visitor has to interact. */
const renderChallenge = ({
  heading,
  lead,
  cancel,
}: Texts['signupPage']['challenge']): string => `<dialog id="challenge" class="challenge" aria-labelledby="challenge-heading" aria-hidden="true">
<h2 id="challenge-heading" class="challenge-heading" data-part="text" tabindex="-1" autofocus>${escapeHtml(heading)}</h2>
<p class="challenge-lead" data-part="text">${escapeHtml(lead)}</p>
<div data-part="widget"></div>
<button class="secondary" data-part="text" value="cancel" type="button">${escapeHtml(cancel)}</button>
</dialog>`;
