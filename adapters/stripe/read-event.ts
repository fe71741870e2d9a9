import Stripe from 'stripe';
import type { PaymentEvent } from '../../core/billing/payment-event.ts';
import { isUuid } from '../../core/kernel/schemas.ts';

/** The name under which sessions, payments and charges carry the id of our checkout. */
export const CHECKOUT_KEY = 'anteroom_checkout';

/** Seconds that may pass between Stripe's signing of an event and our reading of it. */
const TOLERANCE_SECONDS = 300;

/** What was sent is not signed by Stripe, or was signed too long ago. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError';
}

const idOf = (object: string | { readonly id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/** Ours name the checkout twice; an account of Stripe may have pages of other services as well. */
const checkoutOf = (session: Stripe.Checkout.Session): string | null => {
  const id = session.metadata?.[CHECKOUT_KEY];
  return id !== undefined && id === session.client_reference_id && isUuid(id) ? id : null;
};

/** The payment of a session, if the money is there: a session can be complete before that. */
export function toPaidEvent(eventId: string, session: Stripe.Checkout.Session): PaymentEvent | null {
  const checkoutId = checkoutOf(session);
  const paymentId = idOf(session.payment_intent);
  if (!checkoutId || !paymentId || session.mode !== 'payment' || session.payment_status !== 'paid')
    return null;
  return {
    kind: 'paid',
    eventId,
    checkoutId,
    live: session.livemode,
    sessionId: session.id,
    paymentId,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  };
}

function toClosedEvent(eventId: string, session: Stripe.Checkout.Session): PaymentEvent | null {
  const checkoutId = checkoutOf(session);
  return checkoutId
    ? { kind: 'closed', eventId, checkoutId, live: session.livemode, sessionId: session.id }
    : null;
}

function toChargeEvent(
  kind: 'receipt' | 'refunded',
  eventId: string,
  charge: Stripe.Charge,
): PaymentEvent | null {
  const checkoutId = charge.metadata[CHECKOUT_KEY];
  const paymentId = idOf(charge.payment_intent);
  if (checkoutId === undefined || !isUuid(checkoutId) || !paymentId) return null;
  const common = { eventId, checkoutId, paymentId, live: charge.livemode };
  if (kind === 'receipt') {
    return charge.receipt_url ? { ...common, kind, url: charge.receipt_url } : null;
  }
  // A part of it given back is a discount, and changes nothing.
  return charge.refunded ? { ...common, kind } : null;
}

/** What a Stripe event says about one of our checkouts, or null. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return toPaidEvent(event.id, event.data.object);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return toClosedEvent(event.id, event.data.object);
    case 'charge.succeeded':
      return toChargeEvent('receipt', event.id, event.data.object);
    case 'charge.refunded':
      return toChargeEvent('refunded', event.id, event.data.object);
    default:
      return null;
  }
}

/** The types of events that say anything to us: those to choose for the endpoint at Stripe. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.succeeded',
  'charge.refunded',
] as const;

/**
 * Reads an event that was sent to us, byte for byte as it was sent.
 * @throws {ForgedEventError} when the signature, of whatever age, is not by this secret
 */
export function readStripeEvent(
  body: Buffer,
  signature: string | undefined,
  secret: string,
): PaymentEvent | null {
  // Checking a signature asks nothing of Stripe, so no key is needed; the library wants one.
  const { webhooks } = new Stripe('sk_unused');
  let event: Stripe.Event;
  try {
    event = webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS);
  } catch (cause) {
    throw new ForgedEventError('The event is not signed by Stripe', { cause });
  }
  return toPaymentEvent(event);
}
