import type { PaymentEvent } from './payment-event.ts';

/** A page of Stripe where one checkout is paid. */
export interface PaymentPage {
  readonly sessionId: string;
  readonly url: string;
}

/** What is asked of Stripe. The same request again gives the same page. */
export interface PaymentRequest {
  readonly checkoutId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly description: string;
  /** Filled in on the page, and where the receipt goes. */
  readonly email: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** What a page is now. */
export type PageState =
  | { readonly status: 'open'; readonly page: PaymentPage }
  | { readonly status: 'paid'; readonly event: PaymentEvent }
  /** The visitor is done, and the bank is not. */
  | { readonly status: 'pending' }
  /** Expired, or never there. */
  | { readonly status: 'gone' };

/** There are no payments at the moment; `cause` says why. */
export class PaymentsAwayError extends Error {
  override readonly name = 'PaymentsAwayError';
}

/** The checkout was asked for before in other words, and so its page can no longer be found that way. */
export class PaymentRequestChangedError extends Error {
  override readonly name = 'PaymentRequestChangedError';
}

export interface Payments {
  /** Real money, or test mode. */
  readonly live: boolean;
  /**
   * @throws {PaymentsAwayError}
   * @throws {PaymentRequestChangedError}
   */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /** @throws {PaymentsAwayError} */
  findPage(sessionId: string): Promise<PageState>;
}
