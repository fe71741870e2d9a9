import { describe, expect, it } from '@jest/globals';
import { decidePayment, type PaymentState } from '../../../core/billing/decide-payment.ts';
import type { PaymentEvent } from '../../../core/billing/payment-event.ts';
import { verifies } from '../../support/verifies.ts';

const [now, before] = [new Date('2026-05-02'), new Date('2026-05-01')];

const state = (
  checkout: Partial<PaymentState['checkout']> = {},
  around: Partial<PaymentState> = {},
): PaymentState => ({
  checkout: {
    live: true,
    amountCents: 4_900,
    currency: 'usd',
    sessionId: 'cs_1',
    paymentId: null,
    receiptUrl: null,
    closedAt: null,
    paidAt: null,
    refundedAt: null,
    granted: false,
    ...checkout,
  },
  grantable: true,
  otherPaidCheckout: null,
  now,
  ...around,
});

const common = { eventId: 'evt_1', checkoutId: 'checkout', live: true } as const;
const paid = {
  ...common,
  kind: 'paid',
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  amountCents: 4_900,
  currency: 'usd',
} as const;
const refunded = { ...common, kind: 'refunded', paymentId: 'pi_1' } as const;
const closed = { ...common, kind: 'closed', sessionId: 'cs_1' } as const;
const receipt = { ...common, kind: 'receipt', paymentId: 'pi_1', url: 'https://pay.test/r' } as const;

const asPaid = { sessionId: 'cs_1', paymentId: 'pi_1', paidAt: now };
const wasGranted = { paymentId: 'pi_1', paidAt: before, granted: true };
const asRefunded = { paymentId: 'pi_1', refundedAt: now, granted: false };

describe('a payment', () => {
  it('grants the product', () => {
    expect(decidePayment(state(), paid)).toEqual({
      verdict: 'granted',
      progress: { ...asPaid, granted: true },
      product: 'grant',
    });
  });

  it.each([
    ['its event arrives before we store the session', state({ sessionId: null })],
    ['its receipt arrived first', state({ paymentId: 'pi_1', receiptUrl: receipt.url })],
    ['its session is closed', state({ closedAt: before })],
  ])(`grants the product, also when %s${verifies('billing.order-of-events')}`, (_, given) => {
    expect(decidePayment(given, paid)).toMatchObject({ verdict: 'granted', product: 'grant' });
  });

  it.each([
    ['refunded_before', state({ refundedAt: before, paymentId: 'pi_1' })],
    ['nothing_to_grant', state({}, { grantable: false })],
  ])('is stored and grants nothing: %s', (verdict, given) => {
    expect(decidePayment(given, paid)).toEqual({ verdict, progress: asPaid });
  });

  it.each<[string, PaymentState | null, Partial<typeof paid>]>([
    ['unknown', null, {}],
    ['wrong_mode', state(), { live: false as true }],
    ['wrong_mode', state({ live: false }), {}],
    ['wrong_session', state({ sessionId: 'cs_2' }), {}],
    ['wrong_amount', state({ amountCents: 4_901 }), {}],
    ['wrong_amount', state({ currency: 'eur' }), {}],
    ['wrong_payment', state({ paymentId: 'pi_2' }), {}],
    ['already_paid', state(wasGranted), {}],
  ])(`changes nothing: %s${verifies('billing.wrong-payment-gives-nothing')}`, (verdict, given, changes) => {
    expect(decidePayment(given, { ...paid, ...changes })).toEqual({ verdict });
  });
});

describe('a refund', () => {
  it(`takes back what its payment granted${verifies('billing.refund-takes-back')}`, () => {
    expect(decidePayment(state(wasGranted), refunded)).toEqual({
      verdict: 'taken_back',
      progress: asRefunded,
      product: 'take_back',
    });
  });

  it(`leaves the product to another payment for it${verifies('billing.refund-of-one-of-two')}`, () => {
    expect(decidePayment(state(wasGranted, { otherPaidCheckout: 'other' }), refunded)).toEqual({
      verdict: 'kept',
      progress: asRefunded,
      regrantBy: 'other',
    });
  });

  it.each([
    ['arrives before its payment', state()],
    ['is for a payment that granted nothing', state({ paymentId: 'pi_1', paidAt: before })],
  ])('takes nothing back when it %s', (_, given) => {
    expect(decidePayment(given, refunded)).toEqual({ verdict: 'noted', progress: asRefunded });
  });

  it.each<[string, PaymentState | null]>([
    ['unknown', null],
    ['wrong_mode', state({ ...wasGranted, live: false })],
    ['wrong_payment', state({ ...wasGranted, paymentId: 'pi_2' })],
    ['already_refunded', state({ paymentId: 'pi_1', paidAt: before, refundedAt: before })],
  ])('changes nothing: %s', (verdict, given) => {
    expect(decidePayment(given, refunded)).toEqual({ verdict });
  });
});

describe('a page that closed, and a receipt', () => {
  it.each<[string, PaymentState, PaymentEvent, object]>([
    ['closed', state(), closed, { closedAt: now }],
    ['closed', state({ closedAt: before }), closed, { closedAt: before }],
    ['noted', state(), receipt, { receiptUrl: receipt.url }],
    ['noted', state(wasGranted), receipt, { receiptUrl: receipt.url }],
  ])('are stored and grant nothing: %s', (verdict, given, event, progress) => {
    expect(decidePayment(given, event)).toEqual({ verdict, progress });
  });

  it.each<[string, PaymentState, PaymentEvent]>([
    ['wrong_session', state({ sessionId: 'cs_2' }), closed],
    ['wrong_mode', state({ live: false }), closed],
    ['wrong_payment', state({ paymentId: 'pi_2' }), receipt],
    ['wrong_mode', state({ live: false }), receipt],
  ])('change nothing: %s', (verdict, given, event) => {
    expect(decidePayment(given, event)).toEqual({ verdict });
  });
});
