import type { OpenApiDocument } from '../kernel/openapi.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import type { WakeUp } from '../outbox/wake-up.ts';
import type { AccountStore } from './account-store.ts';
import type { UsageStore } from './usage-store.ts';

/** An entry of the index. */
export type Endpoint = Pick<Operation, 'method' | 'path' | 'scope' | 'summary'>;

export interface ApiDescription {
  listEndpoints(): Endpoint[];
  describeApi(site: Site): OpenApiDocument;
}

/** What the operations of the endpoint group `account` need. */
export interface AccountServices {
  readonly usage: UsageStore;
  /** Injected, because the registry behind it imports this domain. */
  readonly description: ApiDescription;
}

/** What the operations for people need. */
export interface PeopleAccountServices {
  readonly accounts: AccountStore;
  readonly worker: WakeUp;
}
