interface EventOf<Kind extends string> {
  readonly kind: Kind;
  /** Identifies repeats. */
  readonly eventId: string;
  readonly checkoutId: string;
  readonly live: boolean;
}

/** An event of Stripe about one of our checkouts. */
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
  /** Refunded in full. */
  | (EventOf<'refunded'> & { readonly paymentId: string });
