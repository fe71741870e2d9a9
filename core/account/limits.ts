import { ApiError } from '../kernel/errors.ts';
import { formatBytes } from '../kernel/format-bytes.ts';
import { type Limits, PLANS, type PlanId } from '../kernel/plans.ts';
import { billingUrl, type Site } from '../kernel/site.ts';

/** Active API keys of an account, on every plan. */
export const KEYS_MAX = 100;

const SENTENCES = {
  waitlists: {
    amount: limit => `${limit.toLocaleString('en-US')} waitlists`,
    remedy: 'Delete a waitlist first',
  },
  imageBytes: {
    amount: limit => `${formatBytes(limit)} of images`,
    remedy: 'Use an image that you uploaded before: it does not count twice',
  },
  domains: { amount: limit => `${limit} domains`, remedy: 'Disconnect a domain first' },
} as const satisfies Record<keyof Limits, { amount: (limit: number) => string; remedy: string }>;

/** 422: the account has as much as its plan allows. The resolution names the larger plan, if there is one. */
export function limitReached(site: Pick<Site, 'baseUrl'>, planId: PlanId, kind: keyof Limits): ApiError {
  const { amount, remedy } = SENTENCES[kind];
  const { name, limits } = PLANS[planId];
  const upgrade =
    PLANS.pro.limits[kind] > limits[kind]
      ? `, or upgrade to ${PLANS.pro.name} for ${amount(PLANS.pro.limits[kind])}: ${billingUrl(site)}`
      : '.';
  return new ApiError('limit_reached', `The ${name} plan allows ${amount(limits[kind])}`, {
    resolution: `${remedy}${upgrade}`,
  });
}
