import Stripe from 'stripe';
import type { PaymentEvent } from '../../core/billing/payment-event.ts';
import { isUuid } from '../../core/kernel/schemas.ts';

/** The metadata key under which sessions, payments, and charges carry our checkout id. */
export const CHECKOUT_KEY = 'anteroom_checkout';

/** The longest time between Stripe signing an event and us reading it, in seconds. */
const TOLERANCE_SECONDS = 300;

/** The event is not signed by Stripe, or was signed too long ago. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError';
}

const idOf = (object: string | { readonly id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

/** Ours name the checkout twice; a Stripe account may have checkout pages of other services too. */
const checkoutOf = (session: Stripe.Checkout.Session): string | null => {
  const id = session.metadata?.[CHECKOUT_KEY];
  return id !== undefined && id === session.client_reference_id && isUuid(id) ? id : null;
};

/** The payment of a session, if paid: a session can complete before that. */
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
  // A partial refund is a discount, and changes nothing.
  return charge.refunded ? { ...common, kind } : null;
}

/** Reads a Stripe event about one of our checkouts. Null for any other. */
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

/** The event types we use: choose these for the Stripe endpoint. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.succeeded',
  'charge.refunded',
] as const;

/**
 * Reads an event from its exact bytes.
 * @throws {ForgedEventError} if the signature is not from this secret, or too old
 */
export function readStripeEvent(
  body: Buffer,
  signature: string | undefined,
  secret: string,
): PaymentEvent | null {
  // Checking a signature makes no request, so the key the library requires is unused.
  const { webhooks } = new Stripe('sk_unused');
  let event: Stripe.Event;
  try {
    event = webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_SECONDS);
  } catch (cause) {
    throw new ForgedEventError('The event is not signed by Stripe', { cause });
  }
  return toPaymentEvent(event);
}
