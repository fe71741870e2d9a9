import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
import { fill } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import { renderPoweredBy } from '../markup/render-powered-by.ts';
import type { PageAssets } from '../pages/page-assets.ts';
import { toPageDesign } from '../pages/page-design.ts';
import { renderSecretPage, renderTicketName, secretPageHeaders } from '../pages/secret-page.ts';
import type { ConfirmationPage } from './pending-store.ts';

/**
 * The headers of `/c/{token}`.
 * @param page - null: there is no such page
 */
export function confirmPageHeaders(site: Site, page: ConfirmationPage | null): Record<string, string> {
  if (!page) return secretPageHeaders(null);
  // The button leads to the place on the waitlist's domain.
  const target = new URL(pageUrl(site, page.slug, page.domain)).origin;
  return secretPageHeaders(toPageDesign(page.design), { formTargets: [target] });
}

interface ConfirmView {
  readonly language: Language;
  readonly site: Site;
  readonly page: ConfirmationPage;
  /** Where the button posts: the link itself. */
  readonly action: string;
  readonly assets: PageAssets;
}

/** What the page says to those who may join, who would if there were room, and who are on the list already. */
function wordsFor({ isOnList, isFull }: ConfirmationPage, texts: Texts['pages']['confirm']) {
  if (isOnList) return { heading: texts.doneHeading, lead: texts.doneLead, button: texts.doneButton };
  return isFull
    ? { heading: texts.fullHeading, lead: texts.fullLead, button: texts.fullButton }
    : { heading: texts.heading, lead: texts.lead, button: texts.button };
}

/** `GET /c/{token}`: the button that confirms an address. Neither that address nor a name. */
export function renderConfirmPage({ language, site, page, action, assets }: ConfirmView): string {
  const { waitlistName: name, slug, domain, plan } = page;
  const design = toPageDesign(page.design);
  const texts = textsOf(language).pages.confirm;
  const { heading, lead, button } = wordsFor(page, texts);
  const whiteLabel = isPlanId(plan) && PLANS[plan].capabilities.whiteLabel;
  return renderSecretPage({
    language,
    title: `${heading} – ${name}`,
    description: fill(texts.description, { name }),
    design,
    assets,
    whiteLabel,
    main: `<section class="place" aria-labelledby="confirm-heading">
<div class="ticket">
<div class="ticket-place">
${renderTicketName({ name, url: pageUrl(site, slug, domain) }, design)}
<h1 id="confirm-heading" class="ticket-heading ticket-title">${escapeHtml(heading)}</h1>
</div>
<div class="ticket-share ticket-action">
<p class="ticket-lead">${escapeHtml(lead)}</p>
<form method="post" action="${escapeHtml(action)}">
<button class="primary">${escapeHtml(button)}</button>
</form>
</div>
</div>
</section>`,
    footer: whiteLabel ? '' : renderPoweredBy(site.baseUrl, language),
  });
}
