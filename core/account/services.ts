import type { OpenApiDocument } from '../kernel/openapi.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import type { WakeUp } from '../outbox/wake-up.ts';
import type { AccountStore } from './account-store.ts';
import type { UsageStore } from './usage-store.ts';

/** A line of the index. */
export type Endpoint = Pick<Operation, 'method' | 'path' | 'scope' | 'summary'>;

/** The API as it describes itself. */
export interface ApiDescription {
  listEndpoints(): Endpoint[];
  describeApi(site: Site): OpenApiDocument;
}

/** What the operations of the endpoint group `account` need. */
export interface AccountServices {
  readonly usage: UsageStore;
  /** Handed in, because the registry it is made of has this domain's list among others. */
  readonly description: ApiDescription;
}

/** What the operations on keys and on the account itself need, which only people may call. */
export interface PeopleAccountServices {
  readonly accounts: AccountStore;
  readonly worker: WakeUp;
}
