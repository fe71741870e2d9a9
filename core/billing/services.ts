import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { CheckoutStore, EventVerdict } from './checkout-store.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { Payments } from './payments.ts';

/** The services that apply an event. */
export interface SettlementServices {
  readonly checkouts: CheckoutStore;
  /** Called with every event and its verdict. */
  readonly onApplied: (event: PaymentEvent, verdict: EventVerdict) => void;
}

/** The services of this domain's operations. */
export interface BillingServices extends SettlementServices, WaitlistFinder {
  /** Null when Stripe is not configured. */
  readonly payments: Payments | null;
}
