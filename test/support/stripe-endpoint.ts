import { randomUUID } from 'node:crypto';
import { makeEvent, type StandInEvent, signBody } from '../../local/stand-ins/stripe/events.ts';
import type { Answer, ApiClient } from './api-client.ts';

/** The secret of the webhook endpoint in tests. */
export const WEBHOOK_SECRET = 'whsec_of_a_test';

interface SendOptions {
  readonly secret?: string;
  /** The age of the signature in seconds. */
  readonly age?: number;
  /** The body to send instead of the signed one. */
  readonly tampered?: string;
  readonly contentType?: string;
}

/** Posts an event as Stripe does. */
export function sendEvent(
  client: ApiClient,
  event: StandInEvent,
  {
    secret = WEBHOOK_SECRET,
    age = 0,
    tampered,
    contentType = 'application/json; charset=utf-8',
  }: SendOptions = {},
): Promise<Answer> {
  const body = JSON.stringify(event);
  const signature = signBody(body, secret, Math.floor(Date.now() / 1000) - age);
  return client.request('POST', '/api/v1/billing/stripe-events', {
    body: tampered ?? body,
    headers: { 'content-type': contentType, 'stripe-signature': signature },
  });
}

interface Checkout {
  readonly id: string;
  readonly session_id: string;
}

/** A Checkout session, as Stripe returns it after payment. */
export const paidSession = ({ id, session_id }: Checkout, changes: object = {}) => ({
  id: session_id,
  object: 'checkout.session',
  mode: 'payment',
  livemode: false,
  status: 'complete',
  payment_status: 'paid',
  payment_intent: `pi_${id.replaceAll('-', '')}`,
  amount_subtotal: 4900,
  amount_total: 4900,
  currency: 'usd',
  client_reference_id: id,
  metadata: { anteroom_checkout: id },
  ...changes,
});

/** Its charge. */
export const charge = ({ id }: Checkout, changes: object = {}) => ({
  id: `ch_${randomUUID().replaceAll('-', '')}`,
  object: 'charge',
  livemode: false,
  amount: 4900,
  amount_refunded: 0,
  currency: 'usd',
  metadata: { anteroom_checkout: id },
  paid: true,
  payment_intent: `pi_${id.replaceAll('-', '')}`,
  receipt_url: 'https://pay.stripe.com/receipts/of-a-test',
  refunded: false,
  ...changes,
});

export { makeEvent };
