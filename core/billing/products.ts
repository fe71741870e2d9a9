import { PLANS } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';

/** The products that accounts can buy, each with one payment (ADR 19). */
export const PRODUCTS = ['license', 'pro'] as const;
export type Product = (typeof PRODUCTS)[number];

export const CURRENCY = 'usd';

/** Stripe counts in cents. */
export const toCents = (usd: number): number => Math.round(usd * 100);

/** The price of a product in US dollars. */
export const priceOf = (product: Product, site: Site): number =>
  product === 'license' ? site.licensePriceUsd : site.proPriceUsd;

/** The line on the payment page and the receipt. */
export const describeProduct = (product: Product, waitlistName: string | null): string =>
  product === 'license'
    ? `Anteroom license for the waitlist "${waitlistName ?? ''}"`
    : `Anteroom ${PLANS.pro.name}`;
