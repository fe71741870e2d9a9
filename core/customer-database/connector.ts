import type { EntryChange, Profile } from '../questions/metadata.ts';

/** Supported databases. `internal` storage has no connector. */
export const DB_TYPES = ['postgres', 'mysql'] as const;
export type DbType = (typeof DB_TYPES)[number];

/** The table that signups are copied to. Only the connector parses the customer's connection string. */
export interface Target {
  readonly dbType: DbType;
  readonly connectionString: string;
  /** From `tableNameFor`, fixed when the database was attached. */
  readonly tableName: string;
}

/** A row of the account's table. */
export interface CopiedEntry {
  /** Lower-case UUID. Makes copying idempotent. */
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly position: number;
  readonly referralCode: string;
  readonly referredBy: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** RFC 3339 in UTC with milliseconds. */
  readonly createdAt: string;
}

export interface EntryPlace {
  readonly id: string;
  readonly position: number;
}

/** The personal data that only the account's table holds. */
export interface EntryContact extends Profile {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

/** A change of an entry's name and answers. */
export interface ChangedEntry {
  readonly id: string;
  readonly change: EntryChange;
}

/** An entry to erase. Other rows may hold its referral code. */
export interface ErasedEntry {
  readonly id: string;
  readonly referralCode: string;
}

/** What rows must have: all of it. */
export interface RowSearch {
  /** Part of the email or the name, in any case. Null: everybody. */
  readonly part: string | null;
  /** Answers that are exactly so. */
  readonly answers: readonly { readonly key: string; readonly value: string }[];
}

/** Maximum items per call; callers split larger lists. */
export const CONNECTOR_LIMITS = {
  append: 500,
  setPositions: 1000,
  read: 200,
  change: 50,
  erase: 50,
  /** Matches that are named. */
  search: 10_000,
} as const;

/**
 * Talks to customers' databases; nothing else in the service does. Each call opens its own connection,
 * closes it, and ends within 15 seconds whatever the other side does.
 *
 * Every failure is a {@link ConnectorError}.
 */
export interface Connector {
  /** Connects without writing anything. Refuses an existing table that does not fit. */
  test(target: Target): Promise<{ readonly serverVersion: string }>;
  /**
   * Creates the table, or checks the existing one.
   * @returns `identity`, which tells servers, databases, and tables apart. It stays the same with another
   * user, password, or option, and holds no secret.
   */
  prepare(target: Target): Promise<{ readonly serverVersion: string; readonly identity: string }>;
  /** Adds rows in order, all or none. A row whose id exists is left as it is. */
  append(target: Target, entries: readonly CopiedEntry[]): Promise<void>;
  /** Sets positions. Unknown ids are ignored. */
  setPositions(target: Target, places: readonly EntryPlace[]): Promise<void>;
  /** The known ones among `ids`, in no particular order. */
  read(target: Target, ids: readonly string[]): Promise<EntryContact[]>;
  /** The ids of rows that match, in no particular order; one more than the limit if there are more. */
  search(target: Target, search: RowSearch): Promise<string[]>;
  /** Changes names and metadata. Unknown ids are ignored. */
  change(target: Target, entries: readonly ChangedEntry[]): Promise<void>;
  /** Removes rows, and their referral codes from other rows. Unknown ids are ignored. */
  erase(target: Target, entries: readonly ErasedEntry[]): Promise<void>;
}

/**
 * Why a connector failed:
 * - `refused`: the string or the address it leads to is not allowed; no connection was made.
 * - `failed`: nothing at that address, or it refuses the login, the database, a privilege, or TLS.
 * - `table`: the table does not fit, or is missing.
 * - `unavailable`: unreachable or too slow; the same call may succeed later.
 */
export const CONNECTOR_FAILURES = ['refused', 'failed', 'table', 'unavailable'] as const;
export type ConnectorFailure = (typeof CONNECTOR_FAILURES)[number];

/**
 * A connector failure. The message is ours, tells the account holder what to do, and never contains a
 * password, a part of the string that could be one, or text from a driver or a server.
 */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorFailure;

  constructor(kind: ConnectorFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
