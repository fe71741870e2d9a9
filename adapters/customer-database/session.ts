import type { ConnectionFields } from '../../core/customer-database/connection-string.ts';
import type {
  ChangedEntry,
  CopiedEntry,
  EntryContact,
  EntryPlace,
  ErasedEntry,
  RowSearch,
} from '../../core/customer-database/connector.ts';
import type { FailureTable } from './failure.ts';

/** Options for opening a session. */
export interface SessionOptions {
  readonly fields: ConnectionFields;
  readonly tableName: string;
  /** Checked addresses; the only ones to connect to. */
  readonly addresses: readonly string[];
  /** Whether the addresses are on this machine. */
  readonly isLoopback: boolean;
  /** Ends the session at any time. */
  readonly signal: AbortSignal;
  /** Certificate authorities to trust instead of the public ones, in PEM. */
  readonly ca?: string | undefined;
  /** Whether the session must not write. */
  readonly readOnly: boolean;
}

/** An existing table. */
export interface FoundTable {
  /** As in the server's own catalog. */
  readonly kind: string;
  readonly columns: readonly FoundColumn[];
  readonly uniqueIndexes: readonly FoundIndex[];
  /** Any other reason rows cannot be copied, as a sentence. */
  readonly obstacle?: string | undefined;
}

export interface FoundColumn {
  readonly name: string;
  /** Base type in lower case, without a length. */
  readonly type: string;
  /** Characters, or fractional digits of seconds; null without a limit. */
  readonly limit: number | null;
  readonly nullable: boolean;
  /** Whether the server generates or changes its values. */
  readonly generated: boolean;
  /** Of text; null if it has none of its own. */
  readonly charset: string | null;
}

export interface FoundIndex {
  readonly columns: readonly string[];
  /** Not partial, not deferrable, over whole values. */
  readonly plain: boolean;
}

/** One connection and one transaction, for one table. */
export interface Session {
  readonly serverVersion: string;
  /** Identifies the table's location on its server: the database, and the schema if there is one. */
  readonly place: readonly string[];
  find(): Promise<FoundTable | null>;
  /** Fails if the user lacks privileges on the table, or cannot create it. Writes nothing. */
  checkPrivileges(exists: boolean): Promise<void>;
  create(): Promise<void>;
  append(entries: readonly CopiedEntry[]): Promise<void>;
  setPositions(places: readonly EntryPlace[]): Promise<void>;
  read(ids: readonly string[]): Promise<EntryContact[]>;
  search(search: RowSearch): Promise<string[]>;
  change(entries: readonly ChangedEntry[]): Promise<void>;
  erase(entries: readonly ErasedEntry[]): Promise<void>;
  /** Commits the transaction. */
  commit(): Promise<void>;
  /** Closes the connection at once. */
  close(): void;
}

/** The driver of one kind of database. */
export interface Dialect {
  open(options: SessionOptions): Promise<Session>;
  readonly failures: FailureTable;
  /** For each column, the accepted types and their minimum length or precision. */
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
  /** The minimum text length, or precision of times. */
  readonly atLeast?: number;
  readonly mayBeNull?: boolean;
  readonly charset?: string;
  /** How we would create the column, for the error message. */
  readonly wanted: string;
}

export type ColumnTypes = Readonly<Record<ColumnName, ColumnRule>>;
