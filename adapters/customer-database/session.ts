import type { ConnectionFields } from '../../core/customer-database/connection-string.ts';
import type {
  DeliveredEntry,
  EntryContact,
  EntryPlace,
  ErasedEntry,
} from '../../core/customer-database/connector.ts';
import type { FailureTable } from './failure.ts';

/** What a session is opened with. */
export interface SessionOptions {
  readonly fields: ConnectionFields;
  readonly tableName: string;
  /** Checked; the only ones that are connected to. */
  readonly addresses: readonly string[];
  /** Whether the addresses are those of this machine. */
  readonly isLoopback: boolean;
  /** Ends the session, whatever it is doing. */
  readonly signal: AbortSignal;
  /** Authorities that certificates are checked against instead of the public ones: PEM. */
  readonly ca?: string | undefined;
  /** Whether anything may be written. */
  readonly readOnly: boolean;
}

/** A table as it was found. */
export interface FoundTable {
  /** The same words as in the server's own catalog. */
  readonly kind: string;
  readonly columns: readonly FoundColumn[];
  readonly uniqueIndexes: readonly FoundIndex[];
  /** What else of it keeps rows from being delivered, in a sentence. */
  readonly obstacle?: string | undefined;
}

export interface FoundColumn {
  readonly name: string;
  /** Base type, lower case, without its length. */
  readonly type: string;
  /** Characters, or digits after the second; null where there is no limit. */
  readonly limit: number | null;
  readonly nullable: boolean;
  /** Its values are made by the server, or changed by it. */
  readonly generated: boolean;
  /** Of text; null where it has none of its own. */
  readonly charset: string | null;
}

export interface FoundIndex {
  readonly columns: readonly string[];
  /** Not partial, not deferrable, over whole values. */
  readonly plain: boolean;
}

/** One connection and one transaction, about one table. */
export interface Session {
  readonly serverVersion: string;
  /** What names the place of the table on its server: the database, and the schema where there are such. */
  readonly place: readonly string[];
  find(): Promise<FoundTable | null>;
  /** Fails when the user may not work with the table, or could not create it. Writes nothing. */
  checkPrivileges(exists: boolean): Promise<void>;
  create(): Promise<void>;
  append(entries: readonly DeliveredEntry[]): Promise<void>;
  setPositions(places: readonly EntryPlace[]): Promise<void>;
  read(ids: readonly string[]): Promise<EntryContact[]>;
  erase(entries: readonly ErasedEntry[]): Promise<void>;
  /** Makes what was done last. */
  commit(): Promise<void>;
  /** Ends the connection at once. */
  close(): void;
}

/** What one kind of database adds to the connector. */
export interface Dialect {
  open(options: SessionOptions): Promise<Session>;
  readonly failures: FailureTable;
  /** For each column the types that hold what we write, with the least limit. */
  readonly types: ColumnTypes;
}

export type ColumnName =
  | 'id'
  | 'email'
  | 'name'
  | 'position'
  | 'referral_code'
  | 'referred_by'
  | 'metadata'
  | 'created_at';

export interface ColumnRule {
  readonly types: readonly string[];
  /** The least length of text, or precision of times. */
  readonly atLeast?: number;
  readonly mayBeNull?: boolean;
  readonly charset?: string;
  /** How we would make it, for the error. */
  readonly wanted: string;
}

export type ColumnTypes = Readonly<Record<ColumnName, ColumnRule>>;
