import type { DbType } from '../customer-database/connector.ts';

/** A signup as its holder sees it (specification section 2). */
export interface EntryRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** Place in the queue now, from 1. */
  readonly position: number;
  readonly referralCode: string;
  readonly referralCount: number;
  /** The referrer's `referralCode`. */
  readonly referredBy: string | null;
  readonly createdAt: Date;
}

/** A signup whose contact may be elsewhere: without an email it is in the attached database. */
export type ListedEntry = Omit<EntryRecord, 'email'> & { readonly email: string | null };

/** The attached database, where contacts are that are not here. */
export interface Storage {
  readonly waitlistId: string;
  readonly dbType: DbType;
  readonly tableName: string;
  /** The connection string, sealed. */
  readonly connection: Buffer;
}

export interface EntryPage {
  /** Newest first. Entries that are only in a database since detached are not among them. */
  readonly entries: readonly ListedEntry[];
  /** All entries that are listed, at the same moment as the page. */
  readonly total: number;
  readonly storage: Storage | null;
}

export interface EntryQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  /** 1 to 200. */
  readonly limit: number;
  /** Entries to skip, from the newest; any whole number from 0. */
  readonly offset: number;
}

/** Entries are found by the digest of a whole address, and by how the address begins. */
export interface EntrySearch extends EntryQuery {
  /** Of the email that was typed: finds it wherever it is stored. */
  readonly digest: Buffer;
  /** Normalised, and not empty: looked for among the newest {@link SEARCHED_ENTRIES} as far as they are stored here. */
  readonly beginning: string;
}

/** Entries in the order of joining, from after one number of it. */
export interface EntryWindowQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  readonly after: number;
  /** Numbers that are looked at; fewer entries where some are not listed. */
  readonly limit: number;
  /** The last number that counts. Undefined: the newest there is. */
  readonly upTo: number | undefined;
}

export interface EntryWindow extends Pick<EntryPage, 'entries' | 'storage'> {
  /** The last number that counts; where it was not given, the newest there is. */
  readonly upTo: number;
}

/** How far back beginnings of emails are looked for. No index has them: each signup would have to write it. */
export const SEARCHED_ENTRIES = 100_000;

export interface EntryStore {
  /** One page, at the same cost at any offset. */
  page(query: EntryQuery): Promise<EntryPage>;
  /** One page of the matches; `total` counts all of them. */
  search(query: EntrySearch): Promise<EntryPage>;
  /** The listed entries of a window, oldest first, at the same cost anywhere. Null once the waitlist is deleted. */
  window(query: EntryWindowQuery): Promise<EntryWindow | null>;
}
