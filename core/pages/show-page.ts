import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
import { SLUG_FORM } from '../waitlists/slug.ts';
import { defaultPageCode } from './default-template.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageRecord, PageStore } from './page-store.ts';
import { type PageSecurityOptions, renderPage } from './render-page.ts';

export interface ShowPageServices {
  readonly site: Site;
  readonly pages: PageStore;
  readonly assets: PageAssets;
  /** Guards the loops of page code; remembers what it guarded. */
  readonly guardCode: (code: string) => string;
  readonly challenge: {
    /** Of the service, for waitlists without keys of their own; null where they have no challenge. */
    readonly sharedSiteKey: string | null;
    readonly scriptUrl: string;
  };
}

/** What can be a referral code; anything else in `?ref=` is somebody's experiment, and is not shown to page code. */
const REFERRAL_CODE_FORM = /^[\w-]{1,64}$/;

/** A page, and what its policy must allow for it. */
export interface ShownPage {
  readonly html: string;
  readonly security: PageSecurityOptions;
}

/** How a visitor asked for a page: by its slug, or by the custom domain that shows it at its root. */
export type PageAddress = { readonly slug: string } | { readonly domain: string };

const findPage = (pages: PageStore, address: PageAddress): Promise<PageRecord | null> => {
  if ('domain' in address) return pages.findByDomain(address.domain);
  return SLUG_FORM.test(address.slug) ? pages.find(address.slug) : Promise.resolve(null);
};

/**
 * The HTML of a waitlist's page.
 * @param reference - the `ref` of the address.
 * @returns null when no waitlist is there.
 */
export async function showPage(
  { site, pages, assets, guardCode, challenge: { sharedSiteKey, scriptUrl } }: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
): Promise<ShownPage | null> {
  const page = await findPage(pages, address);
  if (!page) return null;
  const { plan, pageCode, ownSiteKey, domain, ...shown } = page;
  const siteKey = ownSiteKey ?? sharedSiteKey;
  const html = renderPage({
    ...shown,
    // Under whichever address it is asked for, the page is one, and its own domain is where it belongs.
    pageUrl: pageUrl(site, page.slug, domain),
    serviceUrl: site.baseUrl,
    pageCode: guardCode(pageCode ?? defaultPageCode),
    whiteLabel: isPlanId(plan) && PLANS[plan].capabilities.whiteLabel,
    referredBy: reference !== undefined && REFERRAL_CODE_FORM.test(reference) ? reference : null,
    challenge: siteKey === null ? null : { siteKey, scriptUrl },
    assets,
  });
  const { origin } = new URL(scriptUrl);
  return { html, security: siteKey === null ? {} : { scriptSources: [origin], frameSources: [origin] } };
}
