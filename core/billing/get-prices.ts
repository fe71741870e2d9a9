import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { PRODUCTS, priceOf } from './products.ts';

export const getPrices = definePeopleOperation({
  name: 'get_prices',
  group: 'dashboard',
  title: 'Get prices',
  summary: 'What can be bought, and for how much',
  description:
    'The price of a licence and of the plan Pro, each paid once: what a checkout that is begun now will ask for.',
  method: 'GET',
  path: '/api/v1/dashboard/prices',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({}),
  output: () =>
    z.object({
      prices: z.array(z.object({ product: z.enum(PRODUCTS), priceUsd: z.number() })),
    }),
  async run({ site }: CallerContext<unknown>) {
    return { prices: PRODUCTS.map(product => ({ product, priceUsd: priceOf(product, site) })) };
  },
});
