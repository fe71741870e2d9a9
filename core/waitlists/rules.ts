import { PaymentRequiredError, ValidationError } from '../errors.ts';
import type { Site } from '../site.ts';

/** The error of a slug that another waitlist, of whichever account, has. */
export const slugTaken = (slug: string): ValidationError =>
  ValidationError.at('slug', `"${slug}" is taken; choose another`);

/** Referrals belong to licensed waitlists (specification section 2); `upgradeUrl` is where the licence is bought. */
export const licenseRequired = (site: Site, upgradeUrl: string): PaymentRequiredError =>
  new PaymentRequiredError('license_required', 'Referrals need a licensed waitlist', {
    upgradeUrl,
    priceUsd: site.licensePriceUsd,
    resolution: 'License the waitlist at upgradeUrl with the one-time payment, then enable referrals.',
  });

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Refuses a social image that browsers or previews would not show (contract section 3, `ogImage`).
 * @throws {ValidationError}
 */
export function checkOgImage(site: Site, ogImage: string | null | undefined): void {
  if (ogImage == null) return;
  const url = new URL(ogImage);
  const secure = url.protocol === 'https:' || (site.allowInsecureLoopback && isLoopback(url.hostname));
  if (!secure) throw ValidationError.at('ogImage', 'must be an https url');
  const path = decodePath(url.pathname);
  if (/\.svg$/i.test(path)) {
    throw ValidationError.at('ogImage', 'must be a PNG or JPG; social networks do not show SVG');
  }
  // Compared as a browser would resolve it: `HOST`, `/%61ssets/` and `//assets/` are ours as well.
  if (url.origin === new URL(site.baseUrl).origin && /^\/+assets\//i.test(path)) {
    throw ValidationError.at(
      'ogImage',
      'names no image that was uploaded here; upload a PNG or JPG of 1200x630 first',
    );
  }
}

/** `%2esvg` is `.svg` to the server that serves it; a malformed escape stands as it is. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
