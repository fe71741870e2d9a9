import type { Connector } from '../customer-database/connector.ts';
import type { OutsideCalls } from '../customer-database/outside-calls.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { EntryStore } from './entry-store.ts';
import type { ErasureStore } from './erasure-store.ts';
import type { PersonStore } from './person-store.ts';
import type { StatisticsStore } from './statistics-store.ts';

/** The services of an export. */
export interface ExportServices extends WaitlistFinder {
  readonly entries: EntryStore;
  readonly connector: Connector;
  readonly outsideCalls: OutsideCalls;
  readonly sealer: Sealer;
}

/** The services that read signups. */
export interface EntryServices extends ExportServices {
  readonly statistics: StatisticsStore;
  /** Emails are found by their keyed digest. */
  readonly digestKey: () => Promise<DigestKey>;
}

/** The services of the operations that only people may call. */
export interface PeopleEntryServices extends EntryServices {
  readonly people: PersonStore;
  readonly erasures: ErasureStore;
  readonly worker: WakeUp;
}
