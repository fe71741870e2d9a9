import * as z from 'zod';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { billingUrl, licenseUrl } from '../kernel/site.ts';
import { requireWaitlist } from '../waitlists/require-waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-id.ts';
import type { CheckoutRecord, CheckoutRequest } from './checkout-store.ts';
import {
  type PageState,
  type PaymentPage,
  PaymentRequestChangedError,
  type Payments,
  PaymentsAwayError,
} from './payments.ts';
import { CURRENCY, describeProduct, PRODUCTS, priceOf, toCents } from './products.ts';
import type { BillingServices } from './services.ts';
import { settle } from './settle.ts';

type Context = CallerContext<BillingServices>;

/** What is bought, and where the browser goes from the page where it is paid. */
interface Offer {
  readonly request: CheckoutRequest;
  readonly description: string;
  readonly returnUrl: string;
  /** The member of the input to blame when it is bought already. */
  readonly member: 'waitlistId' | 'product';
}

const alreadyBought = ({ member }: Pick<Offer, 'member'>): ValidationError =>
  ValidationError.at(
    member,
    member === 'product' ? 'the account is on the plan Pro already' : 'is licensed already',
  );

const paymentsUnavailable = (message: string, resolution: string, cause?: unknown): ApiError =>
  new ApiError('payments_unavailable', message, { resolution, cause });

const requirePayments = (payments: Payments | null): Payments => {
  if (payments) return payments;
  throw paymentsUnavailable(
    'This service takes no payments: no keys of Stripe are configured',
    'Ask whoever runs the service to configure Stripe, or to license the waitlist for you.',
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

/** A new page for a checkout, or the one that the same request made before. */
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
    cancelUrl: `${offer.returnUrl}?checkout=cancelled`,
  });
  await services.checkouts.attach(checkout.id, page.sessionId);
  return page;
}

/** The page of a checkout that is under way; null when another checkout is needed. */
async function resumePage(context: Context, offer: Offer, state: PageState): Promise<PaymentPage | null> {
  switch (state.status) {
    case 'open':
      return state.page;
    case 'paid':
      // Its event was lost, or is still on its way; it changes nothing more when it comes.
      await settle(context.services, state.event);
      throw alreadyBought(offer);
    case 'pending':
      throw ValidationError.at(offer.member, 'is paid, and the bank has not confirmed it yet: wait for it');
    case 'gone':
      return null;
  }
}

/** Twice at most: once with what was begun before, once anew. */
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
  summary: 'Begin a one-time payment',
  description:
    'Answers with the url of the page where the licence of a waitlist, or the plan Pro, is paid once. Asked again before that, it is the same page.',
  method: 'POST',
  path: '/api/v1/dashboard/checkouts',
  effect: { ...EFFECT.create, openWorld: true },
  status: 201,
  errors: ['payments_unavailable', 'not_found'],
  input: () =>
    z.object({
      product: z.enum(PRODUCTS),
      waitlistId: WaitlistId.optional().meta({ description: 'For a licence' }),
    }),
  output: () => z.object({ url: z.url() }),
  async run(context: Context, { product, waitlistId }) {
    if (product === 'license' && waitlistId === undefined) {
      throw ValidationError.at('waitlistId', 'is required for a licence');
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
      if (!(error instanceof PaymentsAwayError)) throw error;
      throw paymentsUnavailable(
        'Payments cannot be taken at the moment',
        'Nothing was charged. Try again in a few minutes.',
        error,
      );
    }
  },
});
