import * as z from 'zod';

/** What the service knows of its own address and prices; every url it hands out is built here, from settings only. */
export interface Site {
  /** Without a trailing slash, e.g. `https://anteroom.example`. Never taken from a request header. */
  readonly baseUrl: string;
  readonly licensePriceUsd: number;
  /** Accept `http:` on loopback where `https:` is asked (the local run). */
  readonly allowInsecureLoopback: boolean;
}

/** Environment variables from which a {@link Site} is read. */
export const SiteSettings = {
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an absolute http(s) url' })
    .refine(url => /^https?:\/\/[^/?#]+\/?$/i.test(url), { error: 'must have no path, query or fragment' })
    .transform(url => url.replace(/\/+$/, '')),
  LICENSE_PRICE_USD: z.coerce.number().positive().default(49),
  ALLOW_INSECURE_LOOPBACK: z.stringbool().default(false),
};

export const siteFrom = (settings: z.output<z.ZodObject<typeof SiteSettings>>): Site => ({
  baseUrl: settings.BASE_URL,
  licensePriceUsd: settings.LICENSE_PRICE_USD,
  allowInsecureLoopback: settings.ALLOW_INSECURE_LOOPBACK,
});

export const pageUrl = (site: Site, slug: string): string => `${site.baseUrl}/w/${slug}`;

export const referralLink = (site: Site, slug: string, code: string): string =>
  `${pageUrl(site, slug)}?ref=${encodeURIComponent(code)}`;

export const billingUrl = (site: Site): string => `${site.baseUrl}/dashboard/billing`;

export const licenseUrl = (site: Site, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/license`;
