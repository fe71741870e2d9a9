import type { AccountStore } from '../account/account-store.ts';
import type { AgentStore } from './agent-store.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** What the operations of people work with. */
export interface DashboardServices {
  readonly accounts: AccountStore;
  readonly agents: AgentStore;
  readonly statistics: StatisticsStore;
}
