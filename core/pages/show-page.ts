import { readReferralCode } from '../identity/referral-code.ts';
import { isPlanId, PLANS } from '../kernel/plans.ts';
import { pageUrl, type Site } from '../kernel/site.ts';
import { inLanguage } from '../languages/in-language.ts';
import type { Language } from '../languages/language.ts';
import { chooseLanguage, dependsOnBrowser, type Wish } from '../languages/negotiate.ts';
import { textsOf } from '../languages/texts.ts';
import { servedCode } from '../page-code/templates/templates.ts';
import { questionsAt } from '../questions/answers.ts';
import { secondsToNextChange } from '../waitlists/door.ts';
import { localize } from '../waitlists/localize.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import { cardUrl, toCard } from './card.ts';
import type { PageAssets } from './page-assets.ts';
import { leadOf, toPageDesign } from './page-design.ts';
import { toPageDoor } from './page-door.ts';
import type { PageRecord, PageStore } from './page-store.ts';
import { pageNeeds } from './page-words.ts';
import type { PostedForm } from './render-default-form.ts';
import { renderFormAgain } from './render-form-again.ts';
import { type Notice, renderNoPage } from './render-no-page.ts';
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
  /** Whether another browser may get it in another language at the same address. */
  readonly variesByBrowser: boolean;
}

/** A page by its slug, or by its custom domain, and the language that is wanted. */
export type PageAddress = ({ readonly slug: string } | { readonly domain: string }) & { readonly wish: Wish };

/** The page with the owner's texts in the visitor's language. */
async function findPage(
  pages: PageStore,
  address: PageAddress,
): Promise<(PageRecord & Pick<ShownPage, 'variesByBrowser'> & { readonly language: Language }) | null> {
  const { wish } = address;
  let page: PageRecord | null = null;
  if ('domain' in address) page = await pages.findByDomain(address.domain);
  else if (SLUG_PATTERN.test(address.slug)) page = await pages.find(address.slug);
  if (!page) return null;
  const variesByBrowser = dependsOnBrowser(page.languages, wish);
  return { ...localize(page, chooseLanguage(page.languages, wish)), variesByBrowser };
}

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
  const { slug, changesIn, variesByBrowser } = view;
  return { slug, html: renderPage(view), security: pageSecurity(view), changesIn, variesByBrowser };
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
    variesByBrowser: view.variesByBrowser,
    html: renderFormAgain(view, posted),
    security: { ...pageSecurity(view), formTargets: target },
  };
}

/** Says something in the look of a waitlist, in the visitor's language. */
export async function showNotice(
  { pages, assets }: ShowPageServices,
  address: PageAddress,
  say: (language: Language) => Notice,
): Promise<Pick<ShownPage, 'html' | 'security'>> {
  const page = await findPage(pages, address);
  // Nobody has said which languages there are.
  const language = page?.language ?? 'en';
  const notice = say(language);
  if (!page) return { html: renderNoPage(assets, language, notice), security: {} };
  const brand = { name: page.name, design: toPageDesign(page.design), whiteLabel: isWhiteLabel(page) };
  const { allowedOrigins } = page;
  return {
    html: renderNoPage(assets, language, notice, brand),
    security: pageSecurity({ ...brand, challenge: null, allowedOrigins, firstView: null }),
  };
}

const isWhiteLabel = ({ plan }: PageRecord): boolean => isPlanId(plan) && PLANS[plan].capabilities.whiteLabel;

async function findView(
  { site, pages, assets, guardCode, challenge: { sharedSiteKey, scriptUrl } }: ShowPageServices,
  address: PageAddress,
  reference: string | undefined,
): Promise<(PageView & Pick<ShownPage, 'changesIn' | 'variesByBrowser'>) | null> {
  const page = await findPage(pages, address);
  if (!page) return null;
  const { plan: _, pageCode, ownSiteKey, domain, translations: __, ...shown } = page;
  const { language } = page;
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
  const plainUrl = pageUrl(site, page.slug, domain);
  const asked = questionsAt(page.questions, 'form');
  const referredBy = reference === undefined ? null : readReferralCode(reference);
  return {
    ...waitlist,
    firstView: firstViewOf(waitlist, asked, referredBy),
    ogImage: page.ogImage ?? cardUrl(site, page.slug, toCard(site, page)),
    // Whatever the requested address, the canonical URL is the custom domain.
    pageUrl: plainUrl,
    canonicalUrl: page.variesByBrowser ? plainUrl : inLanguage(plainUrl, page),
    serviceUrl: site.baseUrl,
    pageCode: guardCode(servedCode(pageCode, page.design, pageNeeds(page))),
    whiteLabel: isWhiteLabel(page),
    referredBy,
    assets,
    changesIn: secondsToNextChange(page, Date.now()),
  };
}
