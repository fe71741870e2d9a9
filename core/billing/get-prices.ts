import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { PRODUCTS, priceOf } from './products.ts';

export const getPrices = definePeopleOperation({
  name: 'get_prices',
  group: 'dashboard',
  title: 'Get prices',
  summary: 'List what you can buy, with prices',
  description:
    'The one-time prices of a license and of the Pro plan, as a checkout started now will charge them.',
  method: 'GET',
  path: '/api/v1/dashboard/prices',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () =>
    z.object({
      prices: z.array(z.object({ product: z.enum(PRODUCTS), priceUsd: z.number() })),
    }),
  async run({ site }: CallerContext<unknown>) {
    return { prices: PRODUCTS.map(product => ({ product, priceUsd: priceOf(product, site) })) };
  },
});
