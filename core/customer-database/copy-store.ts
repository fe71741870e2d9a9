import type { OutboxClaim } from '../outbox/outbox-store.ts';
import type { ChangedEntry, CopiedEntry, DbType, EntryPlace, ErasedEntry } from './connector.ts';

/** The database a waitlist's signups go to. */
export interface CopyTarget {
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
  readonly entries: readonly CopiedEntry[];
}

/** A block of positions that changed since it was last sent. */
export interface MovedBlock {
  readonly block: number;
  readonly mark: number;
  /** The entries of the block that are in the database, with their positions now. */
  readonly places: readonly EntryPlace[];
}

/** A change that waits for the database. */
export interface WaitingChange extends ChangedEntry {
  readonly mark: number;
}

/** Pending copies. Holding the claim on a waitlist's one job is the right to copy. */
export interface CopyStore {
  /** Null if no database is attached. */
  target(waitlistId: string): Promise<CopyTarget | null>;
  /** The next entries for an attachment with their current positions; null if none is pending. */
  waiting(waitlistId: string, attachmentId: string, limit: number): Promise<WaitingBatch | null>;
  /** Renews the claim for one call, and returns whether it still holds. Earlier reads are durable once this returns. */
  hold(claim: OutboxClaim): Promise<boolean>;
  /** Marks entries as copied, and erases their contacts here once their emails have been sent. */
  copied(waitlistId: string, attachmentId: string, batch: WaitingBatch): Promise<void>;
  /** Blocks that moved; the same again until they are settled. */
  moved(waitlistId: string, attachmentId: string, limit: number): Promise<readonly MovedBlock[]>;
  /** The blocks were sent to this attachment. Does nothing if a database was attached since, or if a block moved again. */
  settled(waitlistId: string, attached: CopyTarget, blocks: readonly MovedBlock[]): Promise<void>;
  /** Changes of entries that are in the attachment; the same again until they are settled. */
  changes(waitlistId: string, attachmentId: string, limit: number): Promise<readonly WaitingChange[]>;
  /** The changes were sent. One that was added to since stays. */
  changed(attachmentId: string, changes: readonly WaitingChange[]): Promise<void>;
  /** Entries to erase in an attachment. */
  erasures(waitlistId: string, attachmentId: string, limit: number): Promise<readonly ErasedEntry[]>;
  /** Marks entries as erased there. */
  erased(attachmentId: string, entries: readonly ErasedEntry[]): Promise<void>;
  /** Removes the job unless there is more to copy. Also erases what a crashed worker left. */
  finish(waitlistId: string, claim: OutboxClaim): Promise<boolean>;
}
