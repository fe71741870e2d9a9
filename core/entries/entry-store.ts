import type { DbType } from '../customer-database/connector.ts';
import type { EntryStatus } from './schemas.ts';

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
  readonly status: EntryStatus;
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
  /** In the order that was asked for. Leaves out entries whose data is only in a database that has been detached. */
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
  /** Entries to skip; at least 0. */
  readonly offset: number;
}

/** Everybody, or those with a status, newest first or by place. */
export interface ListQuery extends EntryQuery {
  readonly status: EntryStatus | null;
  readonly sort: 'joined' | 'position';
}

export interface EntryIdsQuery extends Pick<EntryQuery, 'accountId' | 'waitlistId'> {
  readonly entryIds: readonly string[];
}

/** Finds entries by the digest of a whole address, and by a part of the address or of the name. */
export interface EntrySearch extends EntryQuery {
  /** Digest of the typed email: finds it wherever it is stored. */
  readonly digest: Buffer;
  /** In lower case, not empty. Searched among the newest {@link SEARCHED_ENTRIES} that are stored here. */
  readonly part: string;
}

/** Places that are stored together. */
export const BLOCK = 128;

/** The order of a list at one moment. */
export interface EntryOrder {
  /** How many places there are; also the newest `seq`. */
  readonly upTo: number;
  /** The `seq`s at places `block * BLOCK + 1` and following. In blocks left out, people are in join order. */
  readonly blocks: Readonly<Record<number, readonly number[]>>;
  /** The active custom domain. */
  readonly domain: string | null;
}

/** Entries at places next to each other. */
export interface EntryWindowQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  /** The place before the first. */
  readonly after: number;
  /** Who is there, in order of place. */
  readonly seqs: readonly number[];
}

/** How far back parts of emails and names are searched. An index would slow down every signup. */
export const SEARCHED_ENTRIES = 100_000;

export interface EntryStore {
  /** One page of a list, at the same cost at any offset. */
  page(query: ListQuery): Promise<EntryPage>;
  /** One page of those who referred somebody, most referrals first; `total` counts them. */
  pageByReferrals(query: EntryQuery): Promise<EntryPage>;
  /** The entry with this digest of an address, wherever its contact is stored; at most one. */
  pageByEmail(query: Pick<EntrySearch, 'accountId' | 'waitlistId' | 'digest'>): Promise<EntryPage>;
  /** Those of the entries that are listed, in this order. */
  pageByIds(query: EntryIdsQuery): Promise<EntryPage>;
  /** One page of the matches, newest first; `total` counts all of them. */
  search(query: EntrySearch): Promise<EntryPage>;
  /** Null once the waitlist is deleted. */
  order(accountId: string, waitlistId: string): Promise<EntryOrder | null>;
  /** The listed entries of a window in that order, at the same cost anywhere. Null once the waitlist is deleted. */
  window(query: EntryWindowQuery): Promise<Pick<EntryPage, 'entries' | 'storage'> | null>;
}

export interface EntryRef {
  readonly waitlistId: string;
  readonly entryId: string;
}
