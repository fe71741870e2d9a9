import type { WakeUp } from '../outbox/outbox-store.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { Connector, DbType } from './connector.ts';
import type { OutsideCalls } from './outside-calls.ts';

/** The customer's database that a waitlist's signups go to. */
export interface AttachmentRecord {
  readonly dbType: DbType;
  readonly tableName: string;
  readonly attachedAt: Date;
}

export interface NewAttachment {
  readonly dbType: DbType;
  readonly tableName: string;
  /** 32 bytes, the same for the same server, database, and table. */
  readonly identityDigest: Buffer;
  /** The connection string, sealed. */
  readonly connection: Buffer;
}

/** Databases attached to waitlists. For every method, a waitlist of another account does not exist. */
export interface DatabaseStore {
  /** Null if signups are stored here. */
  find(accountId: string, waitlistId: string): Promise<AttachmentRecord | null>;
  /**
   * Attaches a database. With the identity of the attached one, only the connection changes. One that was
   * attached before continues where it left off. Any other replaces the attached one and receives its
   * pending signups. Every signup happens entirely before or after. Null if the waitlist does not exist.
   */
  attach(accountId: string, waitlistId: string, attachment: NewAttachment): Promise<AttachmentRecord | null>;
  /** Stores new and pending signups here again. False if the waitlist does not exist. */
  detach(accountId: string, waitlistId: string): Promise<boolean>;
}

/** The services of this domain's operations. */
export interface DatabaseServices extends WaitlistFinder {
  readonly databases: DatabaseStore;
  readonly connector: Connector;
  readonly outsideCalls: OutsideCalls;
  readonly sealer: Sealer;
  /** Woken after a database is attached, to copy pending signups. */
  readonly worker: WakeUp;
}
