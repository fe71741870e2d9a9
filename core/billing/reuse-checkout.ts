import type { CheckoutRequest } from './checkout-store.ts';

/** Stripe's page lives for 24 hours; the last two are not enough to send somebody there. */
const REUSABLE_MS = 22 * 3600_000;

/** Whether an open checkout for the same product still has the requested terms, and a page that lives long enough. */
export const canReuse = (
  open: Pick<CheckoutRequest, 'live' | 'amountCents' | 'currency'> & { readonly createdAt: Date },
  request: CheckoutRequest,
  now: Date,
): boolean =>
  open.live === request.live &&
  open.amountCents === request.amountCents &&
  open.currency === request.currency &&
  now.getTime() - open.createdAt.getTime() < REUSABLE_MS;
