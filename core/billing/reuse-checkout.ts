import type { CheckoutRequest } from './checkout-store.ts';

/** A payment page at Stripe lives for 24 hours. In the last two, a person may not finish in time. */
const REUSABLE_MS = 22 * 3600_000;

/** Whether an open checkout for the same product has the requested terms, and a page with enough time left. */
export const canReuse = (
  open: Pick<CheckoutRequest, 'live' | 'amountCents' | 'currency'> & { readonly createdAt: Date },
  request: CheckoutRequest,
  now: Date,
): boolean =>
  open.live === request.live &&
  open.amountCents === request.amountCents &&
  open.currency === request.currency &&
  now.getTime() - open.createdAt.getTime() < REUSABLE_MS;
