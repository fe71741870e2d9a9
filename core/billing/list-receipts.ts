import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { DateTime, Uuid } from '../kernel/schemas.ts';
import type { ReceiptRecord } from './checkout-store.ts';
import { PRODUCTS } from './products.ts';
import type { BillingServices } from './services.ts';

/** More than anyone has, so there are no pages. */
const RECEIPTS_MAX = 200;

const Receipt = () =>
  z.object({
    id: Uuid,
    product: z.enum(PRODUCTS),
    waitlistId: Uuid.nullable(),
    amountUsd: z.number(),
    currency: z.string(),
    createdAt: DateTime.meta({ description: 'When it was paid' }),
    refundedAt: DateTime.nullable(),
    test: z.boolean().meta({ description: 'Paid in test mode, without money' }),
    url: z.url().nullable().meta({ description: "Stripe's receipt" }),
  });

const toReceipt = (record: ReceiptRecord): z.output<ReturnType<typeof Receipt>> => ({
  id: record.id,
  product: record.product,
  waitlistId: record.waitlistId,
  amountUsd: record.amountCents / 100,
  currency: record.currency,
  createdAt: record.paidAt.toISOString(),
  refundedAt: record.refundedAt?.toISOString() ?? null,
  test: !record.live,
  url: record.url,
});

export const listReceipts = definePeopleOperation({
  name: 'list_receipts',
  group: 'dashboard',
  title: 'List receipts',
  summary: 'List your payments, newest first',
  description: `The ${RECEIPTS_MAX} newest payments of the account, with Stripe's receipts.`,
  method: 'GET',
  path: '/api/v1/dashboard/receipts',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () => z.object({ receipts: z.array(Receipt()) }),
  async run({ caller, services }: CallerContext<BillingServices>) {
    const records = await services.checkouts.receipts(caller.account.id, RECEIPTS_MAX);
    return { receipts: records.map(toReceipt) };
  },
});
