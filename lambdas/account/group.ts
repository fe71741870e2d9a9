import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createUsageStore } from '../../adapters/postgres/account/usage-store.ts';
import { accountOperations } from '../../core/account/operations.ts';
import type { AccountServices } from '../../core/account/services.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { support } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { describeApi, listEndpoints } from './api-description.ts';

export const group = defineGroup({
  name: 'account',
  operations: operationsOf<AccountServices>('account', accountOperations),
  needs: [support],
  createServices: (pool, settings) => ({
    usage: createUsageStore(pool),
    accounts: createAccountStore(pool),
    description: { listEndpoints, describeApi },
    supportEmail: settings.SUPPORT_EMAIL ?? null,
  }),
});
