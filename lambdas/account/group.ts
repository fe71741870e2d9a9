import { createUsageStore } from '../../adapters/postgres/usage-store.ts';
import { accountOperations } from '../../core/account/operations.ts';
import { apiOperations } from '../../core/registry.ts';
import { defineGroup } from '../group-handler.ts';

export const accountGroup = defineGroup({
  name: 'account',
  operations: accountOperations,
  settings: {},
  createServices: pool => ({ usage: createUsageStore(pool), operations: apiOperations }),
});
