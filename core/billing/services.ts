import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { CheckoutStore, EventVerdict } from './checkout-store.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { Payments } from './payments.ts';

/** What is done with what Stripe says of a checkout. */
export interface SettlementServices {
  readonly checkouts: CheckoutStore;
  /** Told of every event and what became of it. */
  readonly onApplied: (event: PaymentEvent, verdict: EventVerdict) => void;
}

/** What the operations of this domain work with. */
export interface BillingServices extends SettlementServices, WaitlistFinder {
  /** Null where the service has no keys of Stripe. */
  readonly payments: Payments | null;
}
