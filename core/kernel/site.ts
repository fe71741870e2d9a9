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

/** Where signups of a waitlist are sent. */
export const signupPath = (slug: string): string => `/w/${encodeURIComponent(slug)}/signups`;

/** Where browsers say that they opened the page, or the form on another site. */
export const visitPath = (slug: string): string => `/w/${encodeURIComponent(slug)}/visits`;

/** Where people join a waitlist: its page, or the owner's own site. */
export interface JoinPlace {
  readonly slug: string;
  /** The active custom domain. */
  readonly domain: string | null;
  /** The page on the owner's site, without a query. */
  readonly shareUrl: string | null;
}

/** The URL to share, with a referral code. */
export const referralLink = (site: Site, { slug, domain, shareUrl }: JoinPlace, code: string): string =>
  `${shareUrl ?? pageUrl(site, slug, domain)}?ref=${encodeURIComponent(code)}`;

/** Where the person with this token sees their place. */
export const statusUrl = (site: Site, token: string, domain: string | null = null): string =>
  new URL(`/s/${token}`, domain === null ? site.baseUrl : pageUrl(site, '', domain)).href;

/** Where the person with this token confirms their address. */
export const confirmUrl = (site: Site, token: string): string => `${site.baseUrl}/c/${token}`;

export const billingUrl = (site: Pick<Site, 'baseUrl'>): string => `${site.baseUrl}/dashboard/billing`;

/** Where a waitlist's signups are listed. */
export const signupsUrl = (site: Pick<Site, 'baseUrl'>, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/signups`;

/** Where a waitlist's webhooks are managed. */
export const webhooksUrl = (site: Site, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/webhooks`;

/** Where an account's senders are managed. */
export const sendersUrl = (site: Site): string => `${site.baseUrl}/dashboard/senders`;

export const licenseUrl = (site: Site, waitlistId: string): string =>
  `${site.baseUrl}/dashboard/waitlists/${waitlistId}/license`;
