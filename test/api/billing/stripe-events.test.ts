import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { shareSession } from '../../support/session.ts';
import { charge, makeEvent, paidSession, sendEvent, WEBHOOK_SECRET } from '../../support/stripe-endpoint.ts';
import { verifies } from '../../support/verifies.ts';

interface OpenCheckout {
  readonly id: string;
  readonly session_id: string;
  readonly waitlistId: string;
  readonly api: ApiClient;
  readonly person: ApiClient;
}

describe('POST /api/v1/billing/stripe-events', () => {
  const session = shareSession({ plan: 'free', environment: { STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET } });

  /** A checkout that nobody has paid yet, for a waitlist of a new account. */
  async function openCheckout(): Promise<OpenCheckout> {
    const account = await session.createAccount('free');
    const api = await account.withScopes(ALL_SCOPES);
    const person = await account.signIn();
    const { waitlist } = (await api.post('/api/v1/waitlists', { name: 'Paid for' })).body;
    const begun = await person.post('/api/v1/dashboard/checkouts', {
      product: 'license',
      waitlistId: waitlist.id,
    });
    expect(begun.status).toBe(201);
    const [row] = await session.sql('SELECT id, session_id FROM checkouts WHERE waitlist_id = $1', [
      waitlist.id,
    ]);
    return { ...row, waitlistId: waitlist.id, api, person };
  }

  const isLicensed = async ({ api, waitlistId }: OpenCheckout): Promise<boolean> =>
    (await api.get(`/api/v1/waitlists/${waitlistId}`)).body.waitlist.licensed;
  const send = (
    ...parameters: Parameters<typeof sendEvent> extends [unknown, ...infer Rest] ? Rest : never
  ) => sendEvent(session.visitor, ...parameters);
  const completed = (checkout: OpenCheckout, changes: object = {}) =>
    makeEvent('checkout.session.completed', paidSession(checkout, changes));

  it(`licenses the waitlist that was paid for, once${verifies('billing.license-by-payment', 'billing.event-once')}`, async () => {
    const checkout = await openCheckout();
    const event = completed(checkout);
    expect(await send(event)).toMatchObject({ status: 200, body: { received: true } });
    expect(await isLicensed(checkout)).toBe(true);
    const [before] = await session.sql('SELECT * FROM waitlists WHERE id = $1', [checkout.waitlistId]);
    for (let again = 0; again < 3; again++) expect((await send(event)).status).toBe(200);
    expect(await session.sql('SELECT * FROM waitlists WHERE id = $1', [checkout.waitlistId])).toEqual([
      before,
    ]);
  });

  it('reads the body byte for byte, whatever its content type', async () => {
    const checkout = await openCheckout();
    const event = completed(checkout, { custom_text: { note: 'Grüße, 日本語 \u2028 🚀' } });
    expect((await send(event, { contentType: 'application/octet-stream' })).status).toBe(200);
    expect(await isLicensed(checkout)).toBe(true);
  });

  describe('400', () => {
    it.each([
      ['with another secret', { secret: 'whsec_guessed' }],
      ['six minutes ago', { age: 360 }],
      ['over another body', { tampered: '{"id":"evt_1","object":"event"}' }],
    ])(`when it was signed %s${verifies('billing.signed-events-only')}`, async (_, options) => {
      const checkout = await openCheckout();
      const answer = await send(completed(checkout), options);
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(await isLicensed(checkout)).toBe(false);
    });

    it.each([
      ['no signature', {}],
      ['a malformed signature', { 'stripe-signature': 'yes' }],
      ['a signature of another scheme', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v0=00` }],
    ])('when it has %s', async (_, headers) => {
      const checkout = await openCheckout();
      const answer = await session.visitor.request('POST', '/api/v1/billing/stripe-events', {
        body: JSON.stringify(completed(checkout)),
        headers: { 'content-type': 'application/json', ...headers },
      });
      expect(answer).toMatchObject({ status: 400, body: { resolution: expect.any(String) } });
      expect(await isLicensed(checkout)).toBe(false);
    });

    it('when it is signed correctly but the body is empty or not JSON', async () => {
      for (const tampered of ['', 'not json']) {
        expect((await send(makeEvent('charge.succeeded', {}), { tampered })).status).toBe(400);
      }
    });
  });

  it.each([
    ['of a smaller amount', { amount_total: 100 }],
    ['of another currency', { currency: 'jpy' }],
    ['in live mode', { livemode: true }],
    ['for another checkout page', { id: 'cs_test_another' }],
    ['whose two checkout ids differ', { client_reference_id: '3f1f0d8e-0000-4000-8000-000000000000' }],
    ['of a subscription', { mode: 'subscription' }],
    ['without a payment', { payment_intent: null }],
    ['that is not for one of our checkouts', { metadata: {}, client_reference_id: null }],
  ])(
    `grants nothing for a payment %s${verifies('billing.wrong-payment-gives-nothing')}`,
    async (_, changes) => {
      const checkout = await openCheckout();
      expect((await send(completed(checkout, changes))).status).toBe(200);
      expect(await isLicensed(checkout)).toBe(false);
      expect((await checkout.person.get('/api/v1/dashboard/receipts')).body.receipts).not.toContainEqual(
        expect.objectContaining({ waitlistId: checkout.waitlistId }),
      );
    },
  );

  it(`grants nothing before the money arrives${verifies('billing.unpaid-gives-nothing')}`, async () => {
    const checkout = await openCheckout();
    await send(completed(checkout, { payment_status: 'unpaid' }));
    await send(completed(checkout, { payment_status: 'no_payment_required' }));
    expect(await isLicensed(checkout)).toBe(false);
    await send(makeEvent('checkout.session.async_payment_succeeded', paidSession(checkout)));
    expect(await isLicensed(checkout)).toBe(true);
  });

  it('offers a new page after one expired or the bank refused, and still honors a payment on the old one', async () => {
    const checkout = await openCheckout();
    const unpaid = paidSession(checkout, {
      status: 'expired',
      payment_status: 'unpaid',
      payment_intent: null,
    });
    await send(makeEvent('checkout.session.expired', unpaid));
    await send(makeEvent('checkout.session.async_payment_failed', unpaid));
    const again = await checkout.person.post('/api/v1/dashboard/checkouts', {
      product: 'license',
      waitlistId: checkout.waitlistId,
    });
    expect(again.status).toBe(201);
    expect(again.body.url).not.toContain(checkout.session_id);
    await send(completed(checkout));
    expect(await isLicensed(checkout)).toBe(true);
  });

  it(`shows the Stripe receipt, even if its event arrives first${verifies('billing.receipts')}`, async () => {
    const checkout = await openCheckout();
    await send(makeEvent('charge.succeeded', charge(checkout)));
    await send(completed(checkout));
    expect((await checkout.person.get('/api/v1/dashboard/receipts')).body.receipts[0]).toEqual({
      id: checkout.id,
      product: 'license',
      waitlistId: checkout.waitlistId,
      amountUsd: 49,
      currency: 'usd',
      createdAt: expect.any(String),
      refundedAt: null,
      test: true,
      url: 'https://pay.stripe.com/receipts/of-a-test',
    });
  });

  it(`takes the license back on a full refund, but not on a partial one${verifies('billing.refund-takes-back')}`, async () => {
    const checkout = await openCheckout();
    await send(completed(checkout));
    await send(makeEvent('charge.refunded', charge(checkout, { amount_refunded: 1000 })));
    expect(await isLicensed(checkout)).toBe(true);
    await send(makeEvent('charge.refunded', charge(checkout, { amount_refunded: 4900, refunded: true })));
    expect(await isLicensed(checkout)).toBe(false);
    const { receipts } = (await checkout.person.get('/api/v1/dashboard/receipts')).body;
    expect(receipts[0]).toMatchObject({ id: checkout.id, refundedAt: expect.any(String) });
  });

  it(`ends refunded when the refund event arrives before the payment${verifies('billing.order-of-events')}`, async () => {
    const checkout = await openCheckout();
    await send(makeEvent('charge.refunded', charge(checkout, { amount_refunded: 4900, refunded: true })));
    await send(completed(checkout));
    expect(await isLicensed(checkout)).toBe(false);
  });

  it('ignores all other events', async () => {
    const checkout = await openCheckout();
    for (const type of ['payment_intent.succeeded', 'customer.created', 'checkout.session.unheard_of']) {
      expect((await send(makeEvent(type, paidSession(checkout)))).status).toBe(200);
    }
    expect(await isLicensed(checkout)).toBe(false);
  });

  it('ignores charges of other services', async () => {
    const checkout = await openCheckout();
    for (const metadata of [{}, { anteroom_checkout: 'order-7' }]) {
      for (const type of ['charge.succeeded', 'charge.refunded']) {
        const event = makeEvent(type, charge(checkout, { metadata, refunded: true }));
        expect((await send(event)).status).toBe(200);
      }
    }
  });

  it('answers 405 to other methods', async () => {
    const answer = await session.visitor.get('/api/v1/billing/stripe-events');
    expect(answer).toMatchObject({ status: 405 });
    expect(answer.headers.get('allow')).toBe('OPTIONS, POST');
  });
});
