import type { OutboxClaim } from '../outbox/outbox-store.ts';
import type { DbType, DeliveredEntry, EntryPlace, ErasedEntry } from './connector.ts';

/** The database a waitlist's signups go to. */
export interface DeliveryTarget {
  readonly attachmentId: string;
  /** Increases when the connection is replaced. */
  readonly version: number;
  readonly dbType: DbType;
  readonly tableName: string;
  /** The connection string, sealed. */
  readonly connection: Buffer;
}

/** Pending entries in `seq` order, without gaps. */
export interface WaitingBatch {
  readonly first: number;
  readonly last: number;
  readonly entries: readonly DeliveredEntry[];
}

/** A block of positions that changed since it was last sent. */
export interface MovedBlock {
  readonly block: number;
  readonly mark: number;
  /** The entries of the block that are in the database, with their positions now. */
  readonly places: readonly EntryPlace[];
}

/** Pending deliveries. Holding the claim on a waitlist's one job is the right to deliver. */
export interface DeliveryStore {
  /** Null if no database is attached. */
  target(waitlistId: string): Promise<DeliveryTarget | null>;
  /** The next entries for an attachment with their current positions; null if none is pending. */
  waiting(waitlistId: string, attachmentId: string, limit: number): Promise<WaitingBatch | null>;
  /** Renews the claim for one call, and returns whether it still holds. Earlier reads are durable once this returns. */
  hold(claim: OutboxClaim): Promise<boolean>;
  /** Marks entries as delivered, and erases their contacts here once their emails have been sent. */
  delivered(waitlistId: string, attachmentId: string, batch: WaitingBatch): Promise<void>;
  /** Blocks that moved; the same again until they are settled. */
  moved(waitlistId: string, attachmentId: string, limit: number): Promise<readonly MovedBlock[]>;
  /** The blocks were sent to this attachment. Does nothing if a database was attached since, or if a block moved again. */
  settled(waitlistId: string, attached: DeliveryTarget, blocks: readonly MovedBlock[]): Promise<void>;
  /** Entries to erase in an attachment. */
  erasures(waitlistId: string, attachmentId: string, limit: number): Promise<readonly ErasedEntry[]>;
  /** Marks entries as erased there. */
  erased(attachmentId: string, entries: readonly ErasedEntry[]): Promise<void>;
  /** Removes the job unless there is more to deliver. Also erases what a crashed worker left. */
  finish(waitlistId: string, claim: OutboxClaim): Promise<boolean>;
}
