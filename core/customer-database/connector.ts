/** The databases an account may bring; `internal`, where signups stay here, has no connector. */
export const DB_TYPES = ['postgres', 'mysql'] as const;
export type DbType = (typeof DB_TYPES)[number];

/** Where signups go. The string is what the account holder typed: only a connector ever parses it. */
export interface Target {
  readonly dbType: DbType;
  readonly connectionString: string;
  /** Made by `tableNameFor` when the database was attached. */
  readonly tableName: string;
}

/** One signup as it stands in the account's table. */
export interface DeliveredEntry {
  /** Uuid, lower case; the key by which a row is delivered once. */
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly position: number;
  readonly referralCode: string;
  readonly referredBy: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** RFC 3339 in UTC, with milliseconds. */
  readonly createdAt: string;
}

/** The place of one entry in the queue. */
export interface EntryPlace {
  readonly id: string;
  readonly position: number;
}

/** What the account's table alone knows of an entry. */
export interface EntryContact {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

/** An entry that is erased, and its referral code, which others may hold. */
export interface ErasedEntry {
  readonly id: string;
  readonly referralCode: string;
}

/** How much one call takes; the caller divides what is more. */
export const CONNECTOR_LIMITS = { append: 500, setPositions: 1000, read: 200, erase: 50 } as const;

/**
 * Talks to databases that customers name, and is the only part of the service that does. Each call makes a connection of
 * its own and closes it, and ends within 15 seconds whatever the other side does.
 *
 * Every failure is a {@link ConnectorError}.
 */
export interface Connector {
  /** Connects and looks; writes nothing. A table of that name which does not fit is refused as well. */
  test(target: Target): Promise<{ readonly serverVersion: string }>;
  /**
   * Creates the table, or checks that the one there fits.
   * @returns `identity`: what tells one server, database and table from another. The same in every later call, also with
   *   another user, password or option; it holds no secret.
   */
  prepare(target: Target): Promise<{ readonly serverVersion: string; readonly identity: string }>;
  /** Adds rows in order, all or nothing. A row whose id is there already is left as it is. */
  append(target: Target, entries: readonly DeliveredEntry[]): Promise<void>;
  /** Sets the position of rows that are there; ids that are not are ignored. */
  setPositions(target: Target, places: readonly EntryPlace[]): Promise<void>;
  /** Those of `ids` that are there, in no order. */
  read(target: Target, ids: readonly string[]): Promise<EntryContact[]>;
  /** Removes rows, and their codes from the rows of those who came by them; ids that are not there are ignored. */
  erase(target: Target, entries: readonly ErasedEntry[]): Promise<void>;
}

/**
 * Why a connector failed:
 * - `refused`: the string, or the address it leads to, is not acceptable; no connection was made.
 * - `failed`: there is nothing at that address, or it refuses the login, the database, a privilege or TLS.
 * - `table`: a table of that name does not fit, or there is none where there was one.
 * - `unavailable`: it cannot be reached or does not answer in time; the same call may succeed later.
 */
export const CONNECTOR_FAILURES = ['refused', 'failed', 'table', 'unavailable'] as const;
export type ConnectorFailure = (typeof CONNECTOR_FAILURES)[number];

/**
 * The failure of a connector. The message is a sentence of ours with what to do about it, fit for the account holder: it holds
 * no password, no part of the string that could be one, and no text of a driver or a server.
 */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError';
  readonly kind: ConnectorFailure;

  constructor(kind: ConnectorFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}
