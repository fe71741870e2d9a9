import type { DbType } from './connector.ts';

/** Where the signups of a waitlist go, when that is not here. */
export interface AttachmentRecord {
  readonly dbType: DbType;
  readonly tableName: string;
  readonly attachedAt: Date;
}

export interface NewAttachment {
  readonly dbType: DbType;
  readonly tableName: string;
  /** 32 bytes: the same for the same server, database and table. */
  readonly identityDigest: Buffer;
  /** The connection string, sealed. */
  readonly connection: Buffer;
}

/** Databases that are attached to waitlists. A waitlist of another account is, for every method, one that does not exist. */
export interface DatabaseStore {
  /** Null: signups are stored here. */
  find(accountId: string, waitlistId: string): Promise<AttachmentRecord | null>;
  /**
   * Attaches a database. One with the identity of the attached one is the same with another connection; one that was
   * attached before goes on where it was; any other takes the place of the attached one, and what still waits for that
   * is delivered to the new one. Every signup is made before or after it. Null when there is no such waitlist.
   */
  attach(accountId: string, waitlistId: string, attachment: NewAttachment): Promise<AttachmentRecord | null>;
  /** Signups are stored here from now on, and so is what still waits. False when there is no such waitlist. */
  detach(accountId: string, waitlistId: string): Promise<boolean>;
}
