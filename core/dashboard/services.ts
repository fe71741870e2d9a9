import type { KeyObject } from 'node:crypto';
import type { AccountStore } from '../account/account-store.ts';
import type { BillingServices } from '../billing/services.ts';
import type { SampleEmailServices } from '../email-templates/sample-email.ts';
import type { ErasureStore } from '../entries/erasure-store.ts';
import type { EntryServices } from '../entries/services.ts';
import type { StatisticsStore } from '../entries/statistics-store.ts';
import type { AgentStore } from '../oauth/agent-store.ts';
import type { WakeUp } from '../outbox/wake-up.ts';
import type { PageGenerationServices } from '../page-generation/generate-page.ts';

/** What the operations of people work with. */
export interface DashboardServices
  extends EntryServices,
    BillingServices,
    PageGenerationServices,
    SampleEmailServices {
  readonly accounts: AccountStore;
  readonly agents: AgentStore;
  readonly statistics: StatisticsStore;
  readonly erasures: ErasureStore;
  /** By which emails are recognised without being stored. */
  readonly digestKey: () => Promise<KeyObject>;
  readonly worker: WakeUp;
}
