import { createAccountStore } from '../../adapters/postgres/account-store.ts';
import { dashboardOperations } from '../../core/dashboard/operations.ts';
import { defineGroup } from '../group-handler.ts';

/** What only people do. */
export const dashboardGroup = defineGroup({
  name: 'dashboard',
  operations: dashboardOperations,
  settings: {},
  createServices: pool => ({ accounts: createAccountStore(pool) }),
});
