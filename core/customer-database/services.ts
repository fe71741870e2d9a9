import type { WakeUp } from '../outbox/wake-up.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { Connector } from './connector.ts';
import type { DatabaseStore } from './database-store.ts';

/** What the operations of this domain work with. */
export interface DatabaseServices extends WaitlistFinder {
  readonly databases: DatabaseStore;
  readonly connector: Connector;
  readonly sealer: Sealer;
  /** After a database was attached: what waits for it is delivered now. */
  readonly worker: WakeUp;
}
