import { PaymentRequiredError, ValidationError } from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';
import { closesBeforeItOpens } from './door.ts';
import { shareUrlNotAllowed } from './own-site.ts';
import type { Conflict } from './waitlist-store.ts';

/** The slug belongs to another waitlist, of any account. */
export const slugTaken = (slug: string): ValidationError =>
  ValidationError.at('slug', `"${slug}" is already taken`);

/** The error of a conflict. */
export function conflictError(conflict: Conflict, slug: string): ValidationError {
  switch (conflict) {
    case 'slug_taken':
      return slugTaken(slug);
    case 'share_url_not_allowed':
      return shareUrlNotAllowed();
    case 'closes_before_it_opens':
      return closesBeforeItOpens();
    case 'unknown_sender':
      return ValidationError.at('senderId', 'isn’t one of your senders');
  }
}

/** Referrals need a licensed waitlist (specification section 2). `upgradeUrl` is where to buy the license. */
export const licenseRequired = (
  site: Site,
  upgradeUrl: string,
  resolution = 'License the waitlist at upgradeUrl (a one-time payment), then turn on referrals.',
): PaymentRequiredError =>
  new PaymentRequiredError('license_required', 'Referrals need a license for this waitlist', {
    upgradeUrl,
    priceUsd: site.licensePriceUsd,
    resolution,
  });
