import type { Connector } from '../customer-database/connector.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { EntryStore } from './entry-store.ts';

/** What the operations of this domain work with. */
export interface EntryServices {
  readonly entries: EntryStore;
  readonly connector: Connector;
  readonly sealer: Sealer;
}
