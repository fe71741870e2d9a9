import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
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
  readonly site: Site;
  readonly page: ConfirmationPage;
  /** Where the button posts: the link itself. */
  readonly action: string;
  readonly assets: PageAssets;
}

const WORDS = {
  full: {
    heading: 'This waitlist is full',
    lead: 'You’re not on the list yet. If a place opens up while your link works, you can still take it.',
    button: 'Try again',
  },
  pending: {
    heading: 'Confirm your email',
    lead: 'One click, and you’re on the list.',
    button: 'Confirm my email',
  },
  on_list: {
    heading: 'You’re on the list',
    lead: 'Your email address is confirmed.',
    button: 'See your place',
  },
} as const;

const stateOf = ({ isOnList, isFull }: ConfirmationPage): keyof typeof WORDS => {
  if (isOnList) return 'on_list';
  return isFull ? 'full' : 'pending';
};

/** `GET /c/{token}`: the button that confirms an address. Neither that address nor a name. */
export function renderConfirmPage({ site, page, action, assets }: ConfirmView): string {
  const { waitlistName: name, slug, domain, plan } = page;
  const design = toPageDesign(page.design);
  const { heading, lead, button } = WORDS[stateOf(page)];
  const whiteLabel = isPlanId(plan) && PLANS[plan].capabilities.whiteLabel;
  return renderSecretPage({
    title: `${heading} – ${name}`,
    description: `Confirm your email address for the waitlist for ${name}.`,
    design,
    assets,
    whiteLabel,
    main: `<section class="place" aria-labelledby="confirm-heading">
<div class="ticket">
<div class="ticket-place">
${renderTicketName({ name, url: pageUrl(site, slug, domain) }, design)}
<h1 id="confirm-heading" class="ticket-heading ticket-title">${heading}</h1>
</div>
<div class="ticket-share ticket-action">
<p class="ticket-lead">${lead}</p>
<form method="post" action="${escapeHtml(action)}">
<button class="primary">${button}</button>
</form>
</div>
</div>
</section>`,
    footer: whiteLabel ? '' : renderPoweredBy(site.baseUrl, 'en'),
  });
}
