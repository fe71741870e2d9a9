import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { renderBrandStyle } from '../markup/brand-style.ts';
import { CLOSED_DOOR } from '../markup/closed-door.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderSitePage } from '../markup/html-document.ts';
import { iconOf, renderBrandMark } from './brand-mark.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageDesign } from './page-data.ts';

/** What a page says that has nothing else on it. */
export interface Notice {
  readonly heading: string;
  readonly advice: string;
}

/** Whose notice it is. */
interface NoticeBrand {
  readonly name: string;
  readonly design: PageDesign;
  readonly whiteLabel: boolean;
}

/** Tells a visitor why there is no page. It is shown on custom domains too, so it does not name us. */
export const renderNoPage = (
  assets: PageAssets,
  language: Language,
  { heading, advice }: Notice,
  brand?: NoticeBrand,
): string =>
  renderSitePage({
    language,
    title: heading,
    isPrivate: true,
    icon: iconOf(assets, brand),
    styles: [assets.css, assets.placeCss],
    ...(brand && { appearance: brand.design.appearance }),
    attributes: brand ? { 'data-appearance': brand.design.appearance } : {},
    head: [(brand && renderBrandStyle(brand.design)?.html) ?? ''],
    body: `<main class="missing">
<div class="missing-card">
${brand ? renderBrandMark(brand.name, brand.design) : CLOSED_DOOR}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(advice)}</p>
</div>
</main>`,
  });

export function noSuchWaitlist(language: Language): Notice {
  const { noPage: heading, noPageAdvice: advice } = textsOf(language).pages.notice;
  return { heading, advice };
}

/** Shown at an unknown page url. */
export const renderNotFound = (assets: PageAssets, language: Language): string =>
  renderNoPage(assets, language, noSuchWaitlist(language));
