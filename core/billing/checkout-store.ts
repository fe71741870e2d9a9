import type { PaymentEvent } from './payment-event.ts';
import type { Product } from './products.ts';

/** Something that an account is about to pay, or has paid. */
export interface CheckoutRecord {
  readonly id: string;
  readonly accountId: string;
  readonly product: Product;
  /** Null for what is of no one waitlist. */
  readonly waitlistId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** Stripe's id of the page where it is paid; null until that is known. */
  readonly sessionId: string | null;
}

/** What is asked for, before there is a checkout. */
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
 * What became of an event. In these, money was taken or asked for and nothing was given for it, so a person must look:
 *
 * - `unknown`: no checkout of ours (its account was deleted, or it is of another service).
 * - `wrong_mode`, `wrong_session`, `wrong_payment`, `wrong_amount`: not the payment that was asked for.
 * - `nothing_to_grant`: paid twice, or the waitlist was deleted meanwhile.
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
  /** The open checkout for that, or a new one: pressing twice, or at once, gives the same. */
  begin(request: CheckoutRequest): Promise<CheckoutRecord>;
  /** Notes the page where it is paid. */
  attach(id: string, sessionId: string): Promise<void>;
  /** It is not offered any more. */
  close(id: string): Promise<void>;
  /** Applies an event once, whatever came before it. */
  apply(event: PaymentEvent): Promise<EventVerdict>;
  /** What the account paid, newest first, at most `limit`. */
  receipts(accountId: string, limit: number): Promise<ReceiptRecord[]>;
}
