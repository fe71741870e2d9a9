import { PLANS } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';

/** What can be bought, each by one payment (ADR 24). */
export const PRODUCTS = ['license', 'pro'] as const;
export type Product = (typeof PRODUCTS)[number];

export const CURRENCY = 'usd';

/** Stripe counts in the smallest unit of a currency. */
export const toCents = (usd: number): number => Math.round(usd * 100);

/** The price of a product in US dollars. */
export const priceOf = (product: Product, site: Site): number =>
  product === 'license' ? site.licensePriceUsd : site.proPriceUsd;

/** What stands on the page where it is paid, and on the receipt. */
export const describeProduct = (product: Product, waitlistName: string | null): string =>
  product === 'license'
    ? `Anteroom licence for the waitlist "${waitlistName ?? ''}"`
    : `Anteroom ${PLANS.pro.name}`;
