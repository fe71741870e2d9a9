import { createHmac } from 'node:crypto';
import { makeId, type SessionExtras, type StandInSession } from './sessions.ts';

/** An event in Stripe's format. */
export interface StandInEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly data: { readonly object: object };
}

export const makeEvent = (type: string, object: object): StandInEvent => ({
  id: makeId('evt'),
  object: 'event',
  type,
  livemode: false,
  created: Math.floor(Date.now() / 1000),
  data: { object },
});

/** The events of a payment, in the usual order. */
export function eventsOfPayment(
  { description, paymentMetadata, ...session }: StandInSession & SessionExtras,
  receiptUrl: string,
): readonly StandInEvent[] {
  const charge = {
    id: makeId('ch'),
    object: 'charge',
    amount: session.amount_total,
    amount_refunded: 0,
    currency: session.currency,
    description,
    livemode: false,
    metadata: paymentMetadata,
    paid: true,
    payment_intent: session.payment_intent,
    receipt_url: receiptUrl,
    refunded: false,
    status: 'succeeded',
  };
  return [makeEvent('charge.succeeded', charge), makeEvent('checkout.session.completed', session)];
}

/** The header `Stripe-Signature` of a body (Stripe's scheme v1). */
export function signBody(body: string, secret: string, at: number = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${signature}`;
}
