import { readReferralCode } from '../identity/referral-code.ts';
import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { servedCode } from '../page-code/templates/templates.ts';
import { questionsAt } from '../questions/answers.ts';
import { secondsToNextChange } from '../waitlists/door.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import { cardUrl, toCard } from './card.ts';
import type { PageAssets } from './page-assets.ts';
import { leadOf, toPageDesign } from './page-design.ts';
import { toPageDoor } from './page-door.ts';
import type { PageRecord, PageStore } from './page-store.ts';
import { pageNeeds } from './page-words.ts';
import type { PostedForm } from './render-default-form.ts';
import { renderFormAgain } from './render-form-again.ts';
import { renderNoPage } from './render-no-page.ts';
import { type PageSecurityOptions, type PageView, pageSecurity, renderPage } from './render-page.ts';
import { firstViewOf } from './render-template.ts';

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
  /** Seconds until its door opens or closes by itself; null: it does not. */
  readonly changesIn: number | null;
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
  if (!view) return null;
  const { slug, changesIn } = view;
  return { slug, html: renderPage(view), security: pageSecurity(view), changesIn };
}

/**
 * Renders the form alone, filled, after it was posted without JavaScript and refused. While nobody can join, it says so instead.
 * @returns null if there is no waitlist, or if it has a bot challenge, which that form cannot run
 */
export async function showFormAgain(
  services: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
  posted: PostedForm,
): Promise<ShownPage | null> {
  const view = await findView(services, address, reference);
  if (!view || (view.challenge && view.door === 'open')) return null;
  const target = view.allowedOrigins.filter(origin => posted.redirectUrl?.startsWith(`${origin}/`));
  return {
    slug: view.slug,
    changesIn: view.changesIn,
    html: renderFormAgain(view, posted),
    security: { ...pageSecurity(view), formTargets: target },
  };
}

/** Says something in the look of a waitlist. */
export async function showNotice(
  { pages, assets }: ShowPageServices,
  address: PageAddress,
  heading: string,
  advice: string,
): Promise<Pick<ShownPage, 'html' | 'security'>> {
  const page = await findPage(pages, address);
  if (!page) return { html: renderNoPage(assets, heading, advice), security: {} };
  const brand = { name: page.name, design: toPageDesign(page.design), whiteLabel: isWhiteLabel(page) };
  const { allowedOrigins } = page;
  return {
    html: renderNoPage(assets, heading, advice, brand),
    security: pageSecurity({ ...brand, challenge: null, allowedOrigins, firstView: null }),
  };
}

const isWhiteLabel = ({ plan }: PageRecord): boolean => isPlanId(plan) && PLANS[plan].capabilities.whiteLabel;

async function findView(
  { site, pages, assets, guardCode, challenge: { sharedSiteKey, scriptUrl } }: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
): Promise<(PageView & Pick<ShownPage, 'changesIn'>) | null> {
  const page = await findPage(pages, address);
  if (!page) return null;
  const { plan: _, pageCode, ownSiteKey, domain, ...shown } = page;
  const language: Language = 'en';
  const texts = textsOf(language);
  const design = toPageDesign(page.design);
  const siteKey = ownSiteKey ?? sharedSiteKey;
  const waitlist = {
    ...shown,
    ...toPageDoor(page, texts.door),
    language,
    design,
    lead: leadOf(design, page.seoDescription, texts.signupPage.lead),
    challenge: siteKey === null ? null : { siteKey, scriptUrl },
  };
  const asked = questionsAt(page.questions, 'form');
  const referredBy = reference === undefined ? null : readReferralCode(reference);
  return {
    ...waitlist,
    firstView: firstViewOf(waitlist, asked, referredBy),
    ogImage: page.ogImage ?? cardUrl(site, page.slug, toCard(site, page)),
    // Whatever the requested address, the canonical URL is the custom domain.
    pageUrl: pageUrl(site, page.slug, domain),
    serviceUrl: site.baseUrl,
    pageCode: guardCode(servedCode(pageCode, page.design, pageNeeds(page))),
    whiteLabel: isWhiteLabel(page),
    referredBy,
    assets,
    changesIn: secondsToNextChange(page, Date.now()),
  };
}
