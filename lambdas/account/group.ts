import { describeApi, listEndpoints } from '#api-description';
import { createUsageStore } from '../../adapters/postgres/usage-store.ts';
import { accountOperations } from '../../core/account/operations.ts';
import type { AccountServices } from '../../core/account/services.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { defineGroup } from '../http/group-handler.ts';

export const group = defineGroup({
  name: 'account',
  operations: operationsOf<AccountServices>('account', accountOperations),
  needs: [],
  createServices: pool => ({
    usage: createUsageStore(pool),
    description: { listEndpoints, describeApi },
  }),
});
