interface EventOf<Kind extends string> {
  readonly kind: Kind;
  /** By which a repeat is known. */
  readonly eventId: string;
  readonly checkoutId: string;
  readonly live: boolean;
}

/** What Stripe tells of a checkout of ours. */
export type PaymentEvent =
  | (EventOf<'paid'> & {
      readonly sessionId: string;
      readonly paymentId: string;
      readonly amountCents: number;
      readonly currency: string;
    })
  /** The page ended without a payment. */
  | (EventOf<'closed'> & { readonly sessionId: string })
  | (EventOf<'receipt'> & { readonly paymentId: string; readonly url: string })
  /** The whole of it was given back. */
  | (EventOf<'refunded'> & { readonly paymentId: string });
