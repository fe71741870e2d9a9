import type { WakeUp } from '../outbox/wake-up.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { Connector } from './connector.ts';
import type { DatabaseStore } from './database-store.ts';

/** What the operations of this domain need. */
export interface DatabaseServices extends WaitlistFinder {
  readonly databases: DatabaseStore;
  readonly connector: Connector;
  readonly sealer: Sealer;
  /** Woken after a database is attached, to deliver pending signups. */
  readonly worker: WakeUp;
}
