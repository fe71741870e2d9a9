import type { PaymentEvent } from './payment-event.ts';
import type { Product } from './products.ts';

/** A purchase that an account can pay for, or has paid for. */
export interface CheckoutRecord {
  readonly id: string;
  readonly accountId: string;
  readonly product: Product;
  /** Null for a product that is not for one waitlist. */
  readonly waitlistId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** Stripe's id of the payment page; null until we know it. */
  readonly sessionId: string | null;
}

/** A request for a checkout. */
export type CheckoutRequest = Omit<CheckoutRecord, 'id' | 'sessionId'> & {
  /** Real money, or Stripe's test mode. */
  readonly live: boolean;
};

/** A checkout that was paid. */
export interface ReceiptRecord {
  readonly id: string;
  readonly product: Product;
  readonly waitlistId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly live: boolean;
  readonly paidAt: Date;
  readonly refundedAt: Date | null;
  readonly url: string | null;
}

/**
 * What an event did. These mean that somebody may have paid for nothing, so a person must look:
 *
 * - `unknown`: there is no such checkout (its account was deleted, or it belongs to another service).
 * - `wrong_mode`, `wrong_session`, `wrong_payment`, `wrong_amount`: not the payment that the checkout is for.
 * - `nothing_to_grant`: paid twice, or the waitlist was deleted.
 */
export type EventVerdict =
  | 'granted'
  | 'taken_back'
  | 'kept'
  | 'closed'
  | 'noted'
  | 'repeated'
  | 'already_paid'
  | 'already_refunded'
  | 'refunded_before'
  | Trouble;

export const TROUBLE = [
  'unknown',
  'wrong_mode',
  'wrong_session',
  'wrong_payment',
  'wrong_amount',
  'nothing_to_grant',
] as const;
export type Trouble = (typeof TROUBLE)[number];

export interface CheckoutStore {
  /** The open checkout for this request, or a new one. Parallel requests get the same. */
  begin(request: CheckoutRequest): Promise<CheckoutRecord>;
  /** Stores the payment page, unless one is stored. */
  attach(id: string, sessionId: string): Promise<void>;
  /** Stops offering it. */
  close(id: string): Promise<void>;
  /** Applies an event once, in whatever order events arrive. */
  apply(event: PaymentEvent): Promise<EventVerdict>;
  /** The account's payments, newest first. */
  receipts(accountId: string, limit: number): Promise<ReceiptRecord[]>;
}
