import type Stripe from 'stripe';
import {
  type PageState,
  PaymentRequestChangedError,
  type Payments,
  PaymentsUnavailableError,
} from '../../core/billing/payments.ts';
import { createStripeClient } from './client.ts';
import { CHECKOUT_KEY, toPaidEvent } from './read-event.ts';

interface StripePaymentsOptions {
  readonly apiUrl: string;
  readonly secretKey: {
    read(): Promise<string>;
    /** Stripe rejected it. */
    forget(): void;
  };
  readonly live: boolean;
}

/** By its members instead of its class, because the library is loaded on first use. */
const typeOf = (error: unknown): string =>
  error instanceof Error && 'type' in error ? String(error.type) : '';

function toState(session: Stripe.Checkout.Session): PageState {
  if (session.status === 'open' && session.url) {
    return { status: 'open', page: { sessionId: session.id, url: session.url } };
  }
  const event = toPaidEvent(`session:${session.id}`, session);
  if (event) return { status: 'paid', event };
  return { status: session.status === 'complete' ? 'pending' : 'gone' };
}

/** {@link Payments} on Stripe Checkout. */
export function createStripePayments({ apiUrl, live, secretKey }: StripePaymentsOptions): Payments {
  async function ask<Answer>(question: (client: Stripe) => Promise<Answer>): Promise<Answer> {
    try {
      return await question(createStripeClient({ apiUrl, live, secretKey: await secretKey.read() }));
    } catch (error) {
      if (error instanceof PaymentsUnavailableError) {
        secretKey.forget();
        throw error;
      }
      const type = typeOf(error);
      if (type === 'StripeIdempotencyError')
        throw new PaymentRequestChangedError('The idempotency key was used with different parameters', {
          cause: error,
        });
      // The key was rolled; read the new one from the same secret.
      if (type === 'StripeAuthenticationError') secretKey.forget();
      throw new PaymentsUnavailableError(type || 'Stripe cannot be reached', { cause: error });
    }
  }

  return {
    live,

    createPage: request =>
      ask(async client => {
        const session = await client.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: request.checkoutId,
            customer_email: request.email,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: request.currency,
                  unit_amount: request.amountCents,
                  product_data: { name: request.description },
                },
              },
            ],
            metadata: { [CHECKOUT_KEY]: request.checkoutId },
            // The payment and its charges carry it too, because their events may arrive before the session's.
            payment_intent_data: {
              description: request.description,
              metadata: { [CHECKOUT_KEY]: request.checkoutId },
            },
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
          },
          { idempotencyKey: `checkout-${request.checkoutId}` },
        );
        if (!session.url) throw new PaymentsUnavailableError('The checkout session has no URL');
        return { sessionId: session.id, url: session.url };
      }),

    findPage: sessionId =>
      ask(async (client): Promise<PageState> => {
        try {
          return toState(await client.checkout.sessions.retrieve(sessionId));
        } catch (error) {
          if (typeOf(error) === 'StripeInvalidRequestError') return { status: 'gone' };
          throw error;
        }
      }),
  };
}
