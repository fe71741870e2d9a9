import { PaymentRequiredError } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import { type Capabilities, PLANS } from '../kernel/plans.ts';
import { billingUrl, type Site } from '../kernel/site.ts';

/** Capabilities that are needed to set something up. Removing it needs no plan. */
const NAMES = {
  customDomain: 'custom domains, senders, and custom bot-challenge keys',
  database: 'external databases',
} as const satisfies Partial<Record<keyof Capabilities, string>>;

/**
 * Checks that the account's plan has a capability (contract section 2).
 * @throws {PaymentRequiredError} `capability_required`
 */
export function requireCapability(
  { account }: Pick<Caller, 'account'>,
  site: Site,
  capability: keyof typeof NAMES,
): void {
  const plan = PLANS[account.plan];
  if (plan.capabilities[capability]) return;
  throw new PaymentRequiredError(
    'capability_required',
    `The ${plan.name} plan does not include ${NAMES[capability]}`,
    {
      upgradeUrl: billingUrl(site),
      priceUsd: site.proPriceUsd,
      resolution: 'Upgrade at upgradeUrl, then send the request again.',
    },
  );
}
