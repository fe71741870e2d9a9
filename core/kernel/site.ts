import * as z from 'zod';

/** What the service knows of its own address and prices; every url it hands out is built here, from settings only. */
export interface Site {
  /** Without a trailing slash, e.g. `https://anteroom.example`. Never taken from a request header. */
  readonly baseUrl: string;
  readonly licensePriceUsd: number;
  /** Of the upgrade to the plan Pro, paid once. */
  readonly proPriceUsd: number;
  /** Accept `http:` on loopback where `https:` is asked (the local run). */
  readonly allowInsecureLoopback: boolean;
}

/** In whole cents, and within what Stripe takes in one payment. */
const Price = z.coerce
  .number()
  .min(0.5)
  .max(999_999.99)
  .multipleOf(0.01, { error: 'must be in whole cents' });

/** Environment variables from which a {@link Site} is read. */
export const SiteSettings = {
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an absolute http(s) url' })
    .refine(url => /^https?:\/\/[^/?#]+\/?$/i.test(url), { error: 'must have no path, query or fragment' })
    .transform(url => url.replace(/\/+$/, '')),
  LICENSE_PRICE_USD: Price.default(49),
  /** Unset: the price of a license (ADR 24). */
  PRO_PRICE_USD: Price.optional(),
  ALLOW_INSECURE_LOOPBACK: z.stringbool().default(false),
};

export const siteFrom = (settings: z.output<z.ZodObject<typeof SiteSettings>>): Site => ({
  baseUrl: settings.BASE_URL,
  licensePriceUsd: settings.LICENSE_PRICE_USD,
  proPriceUsd: settings.PRO_PRICE_USD ?? settings.LICENSE_PRICE_USD,
  allowInsecureLoopback: settings.ALLOW_INSECURE_LOOPBACK,
});

/** Where the page of a waitlist is: at the root of its active custom domain, else under its slug. */
export function pageUrl(site: Site, slug: string, domain: string | null = null): string {
  if (domain === null) return `${site.baseUrl}/w/${slug}`;
  // The scheme and port of our own address: in the local run a custom domain is the same server under another name.
  const { protocol, port } = new URL(site.baseUrl);
  return `${protocol}//${domain}${port && `:${port}`}/`;
}

/** The page's url with the code of whoever shares it. */
export const referralLink = (site: Site, slug: string, code: string, domain: string | null = null): string =>
  `${pageUrl(site, slug, domain)}?ref=${encodeURIComponent(code)}`;

export const billingUrl = (site: Site): string => `${site.baseUrl}/dashboard/billing`;

export const licenseUrl = (site: Site, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/license`;
