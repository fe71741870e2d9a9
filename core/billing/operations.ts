import { createCheckout } from './create-checkout.ts';
import { getPrices } from './get-prices.ts';
import { listReceipts } from './list-receipts.ts';

export const billingOperations = [createCheckout, getPrices, listReceipts] as const;
