import { ORIGIN } from './docs/code-block.ts';

/** For descriptions that are made before the site is known: only their examples hold its address and prices. */
export const EXAMPLE_SITE = {
  baseUrl: ORIGIN,
  licensePriceUsd: 0,
  proPriceUsd: 0,
  allowInsecureLoopback: false,
};
