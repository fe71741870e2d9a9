import { isPlanId, PLANS } from '../plans.ts';
import { pageUrl, type Site } from '../site.ts';
import { SLUG_FORM } from '../waitlists/slug.ts';
import { defaultPageCode } from './default-template.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageStore } from './page-store.ts';
import { renderPage } from './render-page.ts';

export interface ShowPageServices {
  readonly site: Site;
  readonly pages: PageStore;
  readonly assets: PageAssets;
  /** Guards the loops of page code; remembers what it guarded. */
  readonly guardCode: (code: string) => string;
}

/** What can be a referral code; anything else in `?ref=` is somebody's experiment, and is not shown to page code. */
const REFERRAL_CODE_FORM = /^[\w-]{1,64}$/;

/**
 * The HTML of a waitlist's page.
 * @param reference - the `ref` of the address.
 * @returns null when no waitlist has this slug.
 */
export async function showPage(
  { site, pages, assets, guardCode }: ShowPageServices,
  slug: string,
  reference: string | undefined,
): Promise<string | null> {
  const page = SLUG_FORM.test(slug) ? await pages.find(slug) : null;
  if (!page) return null;
  const { plan, pageCode, ...shown } = page;
  return renderPage({
    ...shown,
    pageUrl: pageUrl(site, page.slug),
    serviceUrl: site.baseUrl,
    pageCode: guardCode(pageCode ?? defaultPageCode),
    whiteLabel: isPlanId(plan) && PLANS[plan].capabilities.whiteLabel,
    referredBy: reference !== undefined && REFERRAL_CODE_FORM.test(reference) ? reference : null,
    assets,
  });
}
