import * as z from 'zod';

/**
 * The service's own address and prices. Every URL it returns is built from these, never from request
 * headers.
 */
export interface Site {
  /** Without a trailing slash: `https://anteroom.example`. */
  readonly baseUrl: string;
  readonly licensePriceUsd: number;
  /** One-time price of Pro. */
  readonly proPriceUsd: number;
  /** Accept `http:` on loopback where `https:` is required (local run). */
  readonly allowInsecureLoopback: boolean;
}

/** Whole cents, within Stripe's limits for one payment. */
const Price = z.coerce
  .number()
  .min(0.5)
  .max(999_999.99)
  .multipleOf(0.01, { error: 'must be in whole cents' });

/** The settings that a {@link Site} is read from. */
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

/** The public URL of a waitlist: its active custom domain, else its slug. */
export function pageUrl(site: Site, slug: string, domain: string | null = null): string {
  if (domain === null) return `${site.baseUrl}/w/${slug}`;
  // In the local run a custom domain is the same server under another name, so it keeps our scheme and
  // port.
  const { protocol, port } = new URL(site.baseUrl);
  return `${protocol}//${domain}${port && `:${port}`}/`;
}

/** The page URL with a referral code. */
export const referralLink = (site: Site, slug: string, code: string, domain: string | null = null): string =>
  `${pageUrl(site, slug, domain)}?ref=${encodeURIComponent(code)}`;

export const billingUrl = (site: Site): string => `${site.baseUrl}/dashboard/billing`;

export const licenseUrl = (site: Site, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/license`;
