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

/** Where the person with this token sees their place. */
export const statusUrl = (site: Site, token: string, domain: string | null = null): string =>
  new URL(`/s/${token}`, domain === null ? site.baseUrl : pageUrl(site, '', domain)).href;

export const billingUrl = (site: Pick<Site, 'baseUrl'>): string => `${site.baseUrl}/dashboard/billing`;

export const licenseUrl = (site: Site, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/license`;
