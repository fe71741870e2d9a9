import { createAccountStore } from '../../adapters/postgres/account-store.ts';
import { createAgentStore } from '../../adapters/postgres/agent-store.ts';
import { createStatisticsStore } from '../../adapters/postgres/statistics-store.ts';
import { dashboardOperations } from '../../core/dashboard/operations.ts';
import { defineGroup } from '../group-handler.ts';

/** What only people do. */
export const dashboardGroup = defineGroup({
  name: 'dashboard',
  operations: dashboardOperations,
  settings: {},
  createServices: pool => ({
    accounts: createAccountStore(pool),
    agents: createAgentStore(pool),
    statistics: createStatisticsStore(pool),
  }),
});
