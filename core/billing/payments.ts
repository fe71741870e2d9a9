import type { PaymentEvent } from './payment-event.ts';

/** A payment page at Stripe, for one checkout. */
export interface PaymentPage {
  readonly sessionId: string;
  readonly url: string;
}

/** A request for a page. Repeating it returns the same page. */
export interface PaymentRequest {
  readonly checkoutId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** Filled in on the page; the receipt goes there. */
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** The current state of a page. */
export type PageState =
  | { readonly status: 'open'; readonly page: PaymentPage }
  | { readonly status: 'paid'; readonly event: PaymentEvent }
  /** Paid, but not yet confirmed by the bank. */
  | { readonly status: 'pending' }
  /** Expired or unknown. */
  | { readonly status: 'gone' };

/** Stripe cannot be reached or refuses us; `cause` says why. */
export class PaymentsUnavailableError extends Error {
  override readonly name = 'PaymentsUnavailableError';
}

/** This checkout's page was requested before with other details, so this request cannot find it. */
export class PaymentRequestChangedError extends Error {
  override readonly name = 'PaymentRequestChangedError';
}

export interface Payments {
  /** Real money, or test mode. */
  readonly live: boolean;
  /**
   * @throws {PaymentsUnavailableError}
   * @throws {PaymentRequestChangedError}
   */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /** @throws {PaymentsUnavailableError} */
  findPage(sessionId: string): Promise<PageState>;
}
