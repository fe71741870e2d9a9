import type { Connector } from '../customer-database/connector.ts';
import type { OutsideCalls } from '../customer-database/outside-calls.ts';
import type { StopStore } from '../email/stop-store.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { EntryChangeStore } from '../questions/entry-change-store.ts';
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

/** The services that show one person. */
export interface PersonServices extends EntryServices {
  readonly people: PersonStore;
  /** Who stopped the email. */
  readonly stops: Pick<StopStore, 'areStopped'>;
}

/** The services that change people. */
export interface ChangeServices extends PersonServices {
  readonly entryChanges: EntryChangeStore;
  readonly worker: Pick<WakeUp, 'wake'>;
}

/** The services that erase people. */
export interface ErasureServices extends WaitlistFinder {
  readonly erasures: ErasureStore;
  readonly worker: Pick<WakeUp, 'wake'>;
}
