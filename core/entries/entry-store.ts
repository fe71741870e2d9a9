import type { DbType } from '../customer-database/connector.ts';

/** A signup (specification section 2). */
export interface EntryRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** Current position, from 1. */
  readonly position: number;
  readonly referralCode: string;
  readonly referralCount: number;
  /** The referrer's `referralCode`. */
  readonly referredBy: string | null;
  readonly createdAt: Date;
}

/** A signup whose contact may be in the attached database: then `email` is null. */
export type ListedEntry = Omit<EntryRecord, 'email'> & { readonly email: string | null };

/** The attached database that holds the missing contacts. */
export interface Storage {
  readonly waitlistId: string;
  readonly accountId: string;
  readonly attachmentId: string;
  readonly dbType: DbType;
  readonly tableName: string;
  /** The sealed connection string. */
  readonly connection: Buffer;
}

export interface EntryPage {
  /** Newest first. Leaves out entries whose data is only in a database that has been detached. */
  readonly entries: readonly ListedEntry[];
  /** All listed entries, counted at the same moment. */
  readonly total: number;
  readonly storage: Storage | null;
}

export interface EntryQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  /** 1 to 200. */
  readonly limit: number;
  /** Entries to skip, from the newest; at least 0. */
  readonly offset: number;
}

/** Finds entries by the digest of a whole address, and by the start of the address. */
export interface EntrySearch extends EntryQuery {
  /** Digest of the typed email: finds it wherever it is stored. */
  readonly digest: Buffer;
  /** Normalized, not empty. Searched among the newest {@link SEARCHED_ENTRIES} that are stored here. */
  readonly beginning: string;
}

/** Entries in join order, after a given `seq`. */
export interface EntryWindowQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  readonly after: number;
  /** How many `seq` to look at; fewer entries if some are not listed. */
  readonly limit: number;
  /** The last `seq` to include. Undefined: the newest. */
  readonly upTo: number | undefined;
}

export interface EntryWindow extends Pick<EntryPage, 'entries' | 'storage'> {
  /** The last `seq` to include; the newest if none was given. */
  readonly upTo: number;
}

/** How far back the start of an email is searched. An index would slow down every signup. */
export const SEARCHED_ENTRIES = 100_000;

export interface EntryStore {
  /** One page, at the same cost at any offset. */
  page(query: EntryQuery): Promise<EntryPage>;
  /** One page of the matches; `total` counts all of them. */
  search(query: EntrySearch): Promise<EntryPage>;
  /** The listed entries of a window, oldest first, at the same cost anywhere. Null once the waitlist is deleted. */
  window(query: EntryWindowQuery): Promise<EntryWindow | null>;
}
