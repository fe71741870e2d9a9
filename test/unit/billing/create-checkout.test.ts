import { describe, expect, it } from '@jest/globals';
import type { CheckoutRecord, CheckoutRequest } from '../../../core/billing/checkout-store.ts';
import { createCheckout } from '../../../core/billing/create-checkout.ts';
import type { PageState, PaymentRequest } from '../../../core/billing/payments.ts';

const WAITLIST = '01900000-0000-7000-8000-000000000001';

type Context = Parameters<typeof createCheckout.run>[0];
type Input = Parameters<typeof createCheckout.run>[1];

/** Buys from an account whose open checkout, if any, is in the given state. */
function buy(input: Input, state?: PageState) {
  const begun: CheckoutRequest[] = [];
  const pages: PaymentRequest[] = [];
  const closed: string[] = [];
  const context = {
    site: { baseUrl: 'https://anteroom.app', licensePriceUsd: 49, proPriceUsd: 149.5 },
    caller: { account: { id: 'account', email: 'ada@example.com', plan: 'free' } },
    services: {
      waitlists: { find: async () => ({ id: WAITLIST, name: 'Bikes', licensed: false }) },
      checkouts: {
        async begin(request: CheckoutRequest): Promise<CheckoutRecord> {
          begun.push(request);
          const id = `checkout ${begun.length}`;
          return { ...request, id, sessionId: state && begun.length === 1 ? 'session' : null };
        },
        attach: async () => {},
        close: async (id: string) => void closed.push(id),
      },
      payments: {
        live: true,
        async createPage(request: PaymentRequest) {
          pages.push(request);
          return { sessionId: 'new', url: `https://pay.example/${request.checkoutId}` };
        },
        findPage: async () => state,
      },
    },
  } as unknown as Context;
  const result = createCheckout.run(context, input);
  return { result, begun, pages, closed };
}

describe('a checkout', () => {
  it('for Pro costs the price of Pro, also when the request names a waitlist', async () => {
    const { result, begun, pages } = buy({ product: 'pro', waitlistId: WAITLIST });
    expect(await result).toEqual({ url: 'https://pay.example/checkout 1' });
    expect(begun).toMatchObject([{ product: 'pro', waitlistId: null, amountCents: 14_950, live: true }]);
    expect(pages).toMatchObject([{ amountCents: 14_950, description: 'Anteroom Pro' }]);
  });

  it('for a license costs the price of a license, for that waitlist', async () => {
    const { result, begun, pages } = buy({ product: 'license', waitlistId: WAITLIST });
    await result;
    expect(begun).toMatchObject([{ product: 'license', waitlistId: WAITLIST, amountCents: 4_900 }]);
    expect(pages).toMatchObject([
      { amountCents: 4_900, description: 'Anteroom license for the waitlist "Bikes"' },
    ]);
  });

  it('that the bank has not confirmed yet cannot be paid again', async () => {
    const { result, begun, pages, closed } = buy({ product: 'pro' }, { status: 'pending' });
    const error = await result.then(
      () => null,
      error => error.toBody('request'),
    );
    expect(error.details).toEqual([{ path: 'product', message: expect.stringContaining('please wait') }]);
    expect([begun.length, pages, closed]).toEqual([1, [], []]);
  });

  it('whose page is gone is closed and replaced', async () => {
    const { result, closed } = buy({ product: 'pro' }, { status: 'gone' });
    expect(await result).toEqual({ url: 'https://pay.example/checkout 2' });
    expect(closed).toEqual(['checkout 1']);
  });
});
