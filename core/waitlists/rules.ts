import { PaymentRequiredError, ValidationError } from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';

/** The error of a slug that another waitlist, of whichever account, has. */
export const slugTaken = (slug: string): ValidationError =>
  ValidationError.at('slug', `"${slug}" is already taken`);

/** Referrals belong to licensed waitlists (specification section 2); `upgradeUrl` is where the license is bought. */
export const licenseRequired = (site: Site, upgradeUrl: string): PaymentRequiredError =>
  new PaymentRequiredError('license_required', 'Referrals need a license for this waitlist', {
    upgradeUrl,
    priceUsd: site.licensePriceUsd,
    resolution: 'License the waitlist at upgradeUrl (a one-time payment), then turn on referrals.',
  });
