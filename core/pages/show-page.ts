import { readReferralCode } from '../identity/referral-code.ts';
import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
import { servedCode } from '../page-code/templates/templates.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import { cardUrl, toCard } from './card.ts';
import type { PageAssets } from './page-assets.ts';
import { leadOf, toPageDesign } from './page-design.ts';
import type { PageRecord, PageStore } from './page-store.ts';
import type { PostedForm } from './render-default-form.ts';
import { renderFormAgain } from './render-form-again.ts';
import { type PageSecurityOptions, type PageView, pageSecurity, renderPage } from './render-page.ts';

export interface ShowPageServices {
  readonly site: Site;
  readonly pages: PageStore;
  readonly assets: PageAssets;
  /** Guards the loops of page code, cached. */
  readonly guardCode: (code: string) => string;
  readonly challenge: {
    /** The shared site key; null if there is no shared challenge. */
    readonly sharedSiteKey: string | null;
    readonly scriptUrl: string;
  };
}

/** A page, and what its CSP must allow. */
export interface ShownPage {
  readonly slug: string;
  readonly html: string;
  readonly security: PageSecurityOptions;
}

/** A page by its slug, or by its custom domain. */
export type PageAddress = { readonly slug: string } | { readonly domain: string };

const findPage = (pages: PageStore, address: PageAddress): Promise<PageRecord | null> => {
  if ('domain' in address) return pages.findByDomain(address.domain);
  return SLUG_PATTERN.test(address.slug) ? pages.find(address.slug) : Promise.resolve(null);
};

/**
 * Renders a waitlist's page.
 * @param reference - the `ref` query parameter
 * @returns null if there is no waitlist
 */
export async function showPage(
  services: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
): Promise<ShownPage | null> {
  const view = await findView(services, address, reference);
  return view && { slug: view.slug, html: renderPage(view), security: pageSecurity(view) };
}

/**
 * Renders the form alone, filled, after it was posted without JavaScript and refused.
 * @returns null if there is no waitlist, or if it has a bot challenge, which that form cannot run
 */
export async function showFormAgain(
  services: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
  posted: PostedForm,
): Promise<ShownPage | null> {
  const view = await findView(services, address, reference);
  if (!view || view.challenge) return null;
  const target = view.allowedOrigins.filter(origin => posted.redirectUrl?.startsWith(`${origin}/`));
  return {
    slug: view.slug,
    html: renderFormAgain(view, posted),
    security: { ...pageSecurity(view), formTargets: target },
  };
}

async function findView(
  { site, pages, assets, guardCode, challenge: { sharedSiteKey, scriptUrl } }: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
): Promise<PageView | null> {
  const page = await findPage(pages, address);
  if (!page) return null;
  const { plan, pageCode, ownSiteKey, domain, ...shown } = page;
  const design = toPageDesign(page.design);
  const siteKey = ownSiteKey ?? sharedSiteKey;
  return {
    ...shown,
    design,
    lead: leadOf(design, page.seoDescription),
    ogImage: page.ogImage ?? cardUrl(site, page.slug, toCard(site, page)),
    // Whatever the requested address, the canonical URL is the custom domain.
    pageUrl: pageUrl(site, page.slug, domain),
    serviceUrl: site.baseUrl,
    pageCode: guardCode(servedCode(pageCode, page.design)),
    whiteLabel: isPlanId(plan) && PLANS[plan].capabilities.whiteLabel,
    referredBy: reference === undefined ? null : readReferralCode(reference),
    challenge: siteKey === null ? null : { siteKey, scriptUrl },
    assets,
  };
}
