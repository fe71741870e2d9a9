import type { AccountStore } from '../account/account-store.ts';

/** What the operations of people work with. */
export interface DashboardServices {
  readonly accounts: AccountStore;
}
