import * as z from 'zod';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { billingUrl, licenseUrl } from '../kernel/site.ts';
import { requireWaitlist } from '../waitlists/require-waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import type { CheckoutRecord, CheckoutRequest } from './checkout-store.ts';
import {
  type PageState,
  type PaymentPage,
  PaymentRequestChangedError,
  type Payments,
  PaymentsUnavailableError,
} from './payments.ts';
import { CURRENCY, describeProduct, PRODUCTS, priceOf, toCents } from './products.ts';
import type { BillingServices } from './services.ts';
import { settle } from './settle.ts';

type Context = CallerContext<BillingServices>;

/** The product, and where the browser goes after payment. */
interface Offer {
  readonly request: CheckoutRequest;
  readonly description: string;
  readonly returnUrl: string;
  /** The input member to name in the error when it is already bought. */
  readonly member: 'waitlistId' | 'product';
}

const alreadyBought = ({ member }: Pick<Offer, 'member'>): ValidationError =>
  ValidationError.at(
    member,
    member === 'product' ? 'the account is already on the Pro plan' : 'is already licensed',
  );

const paymentsUnavailable = (message: string, resolution: string, cause?: unknown): ApiError =>
  new ApiError('payments_unavailable', message, { resolution, cause });

const requirePayments = (payments: Payments | null): Payments => {
  if (payments) return payments;
  throw paymentsUnavailable(
    'Payments are not available: Stripe is not configured',
    'Ask the operator of this service to configure Stripe, or to license the waitlist for you.',
  );
};

async function offerLicense(context: Context, payments: Payments, waitlistId: string): Promise<Offer> {
  const { caller, services, site } = context;
  const waitlist = await requireWaitlist(services, caller.account.id, waitlistId);
  if (waitlist.licensed) throw alreadyBought({ member: 'waitlistId' });
  return {
    request: requestFor(context, payments, 'license', waitlist.id),
    description: describeProduct('license', waitlist.name),
    returnUrl: licenseUrl(site, waitlist.id),
    member: 'waitlistId',
  };
}

function offerPro(context: Context, payments: Payments): Offer {
  if (context.caller.account.plan === 'pro') throw alreadyBought({ member: 'product' });
  return {
    request: requestFor(context, payments, 'pro', null),
    description: describeProduct('pro', null),
    returnUrl: billingUrl(context.site),
    member: 'product',
  };
}

const requestFor = (
  { caller, site }: Context,
  { live }: Payments,
  product: Offer['request']['product'],
  waitlistId: string | null,
): CheckoutRequest => ({
  accountId: caller.account.id,
  product,
  waitlistId,
  live,
  amountCents: toCents(priceOf(product, site)),
  currency: CURRENCY,
});

/** A new payment page, or the one that the same request created before. */
async function openPage(context: Context, payments: Payments, checkout: CheckoutRecord, offer: Offer) {
  const { caller, services } = context;
  const page = await payments.createPage({
    checkoutId: checkout.id,
    accountId: caller.account.id,
    amountCents: checkout.amountCents,
    currency: checkout.currency,
    description: offer.description,
    email: caller.account.email,
    successUrl: `${offer.returnUrl}?checkout=paid`,
    cancelUrl: `${offer.returnUrl}?checkout=canceled`,
  });
  await services.checkouts.attach(checkout.id, page.sessionId);
  return page;
}

/** The page of a checkout that has one; null when a new checkout is needed. */
async function resumePage(context: Context, offer: Offer, state: PageState): Promise<PaymentPage | null> {
  switch (state.status) {
    case 'open':
      return state.page;
    case 'paid':
      // The webhook is late or lost. If it still arrives, it changes nothing.
      await settle(context.services, state.event);
      throw alreadyBought(offer);
    case 'pending':
      throw ValidationError.at(offer.member, 'is paid, but the bank has not confirmed it yet; please wait');
    case 'gone':
      return null;
  }
}

/** Tries the open checkout first, and then a new one. */
async function findPage(context: Context, payments: Payments, offer: Offer): Promise<PaymentPage> {
  const { checkouts } = context.services;
  const checkout = await checkouts.begin(offer.request);
  try {
    const page = checkout.sessionId
      ? await resumePage(context, offer, await payments.findPage(checkout.sessionId))
      : await openPage(context, payments, checkout, offer);
    if (page) return page;
  } catch (error) {
    if (!(error instanceof PaymentRequestChangedError)) throw error;
  }
  await checkouts.close(checkout.id);
  return openPage(context, payments, await checkouts.begin(offer.request), offer);
}

export const createCheckout = definePeopleOperation({
  name: 'create_checkout',
  group: 'dashboard',
  title: 'Create a checkout',
  summary: 'Start a one-time payment',
  description:
    'Returns the URL of a page for the one-time payment of a waitlist license or the Pro plan. Until it is paid, the same request returns the same page.',
  method: 'POST',
  path: '/api/v1/dashboard/checkouts',
  effect: { ...EFFECT.create, openWorld: true },
  status: 201,
  errors: ['payments_unavailable', 'not_found'],
  input: () =>
    z.object({
      product: z.enum(PRODUCTS),
      waitlistId: WaitlistId.optional().meta({ description: 'For a license' }),
    }),
  output: () => z.object({ url: z.url() }),
  async run(context: Context, { product, waitlistId }) {
    if (product === 'license' && waitlistId === undefined) {
      throw ValidationError.at('waitlistId', 'is required for a license');
    }
    const payments = requirePayments(context.services.payments);
    const offer =
      waitlistId !== undefined && product === 'license'
        ? await offerLicense(context, payments, waitlistId)
        : offerPro(context, payments);
    try {
      const { url } = await findPage(context, payments, offer);
      return { url };
    } catch (error) {
      if (!(error instanceof PaymentsUnavailableError)) throw error;
      throw paymentsUnavailable(
        'Payments are unavailable right now',
        'Nothing was charged. Try again in a few minutes.',
        error,
      );
    }
  },
});
