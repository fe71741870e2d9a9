import type { OutboxClaim } from '../outbox/outbox-store.ts';
import type { DbType, DeliveredEntry, EntryPlace, ErasedEntry } from './connector.ts';

/** The database that the signups of a waitlist go to now. */
export interface DeliveryTarget {
  readonly attachmentId: string;
  /** Grows whenever the connection is replaced. */
  readonly version: number;
  readonly dbType: DbType;
  readonly tableName: string;
  /** The connection string, sealed. */
  readonly connection: Buffer;
}

/** Entries that wait, in the order of the queue's `seq` without a gap. */
export interface WaitingBatch {
  readonly first: number;
  readonly last: number;
  readonly entries: readonly DeliveredEntry[];
}

/** A part of the queue whose order has changed since its positions were last sent. */
export interface MovedBlock {
  readonly block: number;
  readonly mark: number;
  /** The entries of the block that are in the database, with their positions now. */
  readonly places: readonly EntryPlace[];
}

/** What is to be delivered to the databases of accounts. The claim on its one job is the right to deliver a list. */
export interface DeliveryStore {
  /** Null when no database is attached. */
  target(waitlistId: string): Promise<DeliveryTarget | null>;
  /** The next entries for an attachment, with their positions now; null when none waits. */
  waiting(waitlistId: string, attachmentId: string, limit: number): Promise<WaitingBatch | null>;
  /**
   * Whether the claim still holds; it is extended then. What was read before it is durable when it returns.
   */
  hold(claim: OutboxClaim): Promise<boolean>;
  /** The entries have arrived; their contacts are erased here, as far as their emails have been sent. */
  delivered(waitlistId: string, attachmentId: string, batch: WaitingBatch): Promise<void>;
  /** Blocks that moved; the same again until they are settled. */
  moved(waitlistId: string, attachmentId: string, limit: number): Promise<readonly MovedBlock[]>;
  /** The blocks were sent to this attachment. Does nothing if a database was attached since, or if a block moved again. */
  settled(waitlistId: string, attached: DeliveryTarget, blocks: readonly MovedBlock[]): Promise<void>;
  /** Entries that are to be erased in an attachment. */
  erasures(waitlistId: string, attachmentId: string, limit: number): Promise<readonly ErasedEntry[]>;
  /** They are erased there. */
  erased(attachmentId: string, entries: readonly ErasedEntry[]): Promise<void>;
  /** Removes the job, unless there is more to deliver; erases what a worker that died left to erase. */
  finish(waitlistId: string, claim: OutboxClaim): Promise<boolean>;
}
