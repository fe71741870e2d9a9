import type { EventVerdict } from './checkout-store.ts';
import type { PaymentEvent } from './payment-event.ts';

/** The state of a checkout that events change. */
export interface CheckoutProgress {
  /** Stripe's id of the payment page; null until we know it. */
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  readonly receiptUrl: string | null;
  readonly closedAt: Date | null;
  readonly paidAt: Date | null;
  readonly refundedAt: Date | null;
  /** Whether the account has the product because of this payment. Only then does a refund take it back. */
  readonly granted: boolean;
}

/** A checkout, and what its account has. All of it must be locked. */
export interface PaymentState {
  readonly checkout: CheckoutProgress & {
    readonly live: boolean;
    readonly amountCents: number;
    readonly currency: string;
  };
  /** False when the account already has the product, or its waitlist was deleted. */
  readonly grantable: boolean;
  /** Another checkout for the same product that was paid and not refunded, the oldest. */
  readonly otherPaidCheckout: string | null;
  readonly now: Date;
}

/** An event's verdict, and what to store for it. */
export interface PaymentDecision {
  readonly verdict: EventVerdict;
  readonly progress?: Partial<CheckoutProgress>;
  readonly product?: 'grant' | 'take_back';
  /** The other checkout, which now pays for the product. */
  readonly regrantBy?: string;
}

type EventOf<Kind extends PaymentEvent['kind']> = Extract<PaymentEvent, { kind: Kind }>;

/** An id that we do not know yet matches any: events can arrive before we store it, and in any order. */
const differs = (known: string | null, id: string): boolean => known !== null && known !== id;

function decidePaid(
  { checkout, grantable, now }: PaymentState,
  { sessionId, paymentId, amountCents, currency }: EventOf<'paid'>,
): PaymentDecision {
  if (differs(checkout.sessionId, sessionId)) return { verdict: 'wrong_session' };
  if (checkout.amountCents !== amountCents || checkout.currency !== currency) {
    return { verdict: 'wrong_amount' };
  }
  if (differs(checkout.paymentId, paymentId)) return { verdict: 'wrong_payment' };
  if (checkout.paidAt) return { verdict: 'already_paid' };
  const paid = { sessionId, paymentId, paidAt: now };
  if (checkout.refundedAt) return { verdict: 'refunded_before', progress: paid };
  if (!grantable) return { verdict: 'nothing_to_grant', progress: paid };
  return { verdict: 'granted', progress: { ...paid, granted: true }, product: 'grant' };
}

function decideRefunded(
  { checkout, otherPaidCheckout, now }: PaymentState,
  { paymentId }: EventOf<'refunded'>,
): PaymentDecision {
  if (differs(checkout.paymentId, paymentId)) return { verdict: 'wrong_payment' };
  if (checkout.refundedAt) return { verdict: 'already_refunded' };
  const progress = { paymentId, refundedAt: now, granted: false };
  if (!checkout.granted) return { verdict: 'noted', progress };
  if (otherPaidCheckout) return { verdict: 'kept', progress, regrantBy: otherPaidCheckout };
  return { verdict: 'taken_back', progress, product: 'take_back' };
}

/**
 * What an event from Stripe does. Events arrive in any order: a refund can come before its payment, and a payment after
 * its page has closed.
 * @param state - null when there is no such checkout
 */
export function decidePayment(state: PaymentState | null, event: PaymentEvent): PaymentDecision {
  if (!state) return { verdict: 'unknown' };
  const { checkout } = state;
  if (checkout.live !== event.live) return { verdict: 'wrong_mode' };
  switch (event.kind) {
    case 'paid':
      return decidePaid(state, event);
    case 'refunded':
      return decideRefunded(state, event);
    case 'closed':
      if (differs(checkout.sessionId, event.sessionId)) return { verdict: 'wrong_session' };
      return { verdict: 'closed', progress: { closedAt: checkout.closedAt ?? state.now } };
    case 'receipt':
      if (differs(checkout.paymentId, event.paymentId)) return { verdict: 'wrong_payment' };
      return { verdict: 'noted', progress: { receiptUrl: event.url } };
  }
}
