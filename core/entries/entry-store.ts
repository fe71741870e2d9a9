import type { EntryStatus } from '../audiences/audience.ts';
import type { DbType, RowSearch } from '../customer-database/connector.ts';
import type { Answers } from '../questions/answers.ts';
import type { EntryChange } from '../questions/metadata.ts';
import type { Source } from '../questions/source.ts';
import type { Consents } from '../questions/stored-answers.ts';

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
  readonly answers: Answers;
  /** Only in exports. */
  readonly consents: Consents;
  readonly source: Source;
  /** Null: they joined before languages were kept. */
  readonly language: string | null;
  readonly createdAt: Date;
}

/** A signup whose contact may be in the attached database: then `email` is null. */
export type ListedEntry = Omit<EntryRecord, 'email'> & {
  readonly email: string | null;
  /** A change that the attached database does not have yet. */
  readonly change: EntryChange | null;
};

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

/** How a list is sorted: newest first, by place, or most referrals first. */
export const ENTRY_SORTS = ['joined', 'position', 'referrals'] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

/** A position in the order of a list. The next page begins after it. */
export interface EntryCursor {
  readonly sort: EntrySort;
  /** The number in the order of joining, from 1; by place the position. */
  readonly at: number;
  /** By referrals: how many. */
  readonly referrals: number;
}

/** One page of a list. */
export interface ListedPage extends EntryPage {
  /** The last person of the page; null if nobody follows. */
  readonly next: EntryCursor | null;
}

export interface EntryQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  /** 1 to 200. */
  readonly limit: number;
  /** Entries to skip; at least 0. */
  readonly offset: number;
}

/** What contacts must have, and the entries whose contact in the attached database has it. */
export interface ContactFilter extends RowSearch {
  readonly outside: readonly string[];
}

/** A filter of a list. People must match all of it. */
export interface EntryFilter {
  readonly status?: EntryStatus | null;
  /** Digest of a whole address. */
  readonly digest?: Buffer | null;
  readonly contact?: ContactFilter | null;
  /** Both with the bound, to the millisecond. */
  readonly joinedAfter?: Date | null;
  readonly joinedBefore?: Date | null;
  readonly minReferrals?: number;
  /** The names of sources, including `friend` and `direct`. Null: every source. */
  readonly sources?: readonly string[] | null;
  readonly language?: string | null;
  /** Answers that are counted. */
  readonly answers?: readonly { readonly key: string; readonly value: string }[];
}

/** A page of a list; with `after`, that from the next one on. */
export interface ListQuery extends EntryQuery, EntryFilter {
  readonly sort: EntrySort;
  readonly after?: EntryCursor | null;
}

export interface EntryIdsQuery extends Pick<EntryQuery, 'accountId' | 'waitlistId'> {
  readonly entryIds: readonly string[];
}

/** Finds the entry with the digest of a whole address. */
export interface EntryEmailQuery extends Pick<EntryQuery, 'accountId' | 'waitlistId'> {
  readonly digest: Buffer;
}

/** Places that are stored together. */
export const BLOCK = 128;

/** Entries per window, and the most of an export that is held in memory. */
export const ORDER_WINDOW = 1_000;

/** The people who match a filter, in order, at one moment. */
export interface EntryOrder {
  /** The people in order, {@link ORDER_WINDOW} in each: see {@link readOrder}. */
  readonly windows: readonly Buffer[];
  /** The active custom domain. */
  readonly domain: string | null;
  /** The keys of counted answers, of questions that were removed too. */
  readonly answered: readonly { readonly key: string; readonly isCheckbox: boolean }[];
}

/** People next to each other in an order. */
export interface OrderWindow {
  /** Their numbers in the order of joining. */
  readonly seqs: readonly number[];
  /** Where they stood. */
  readonly positions: readonly number[];
}

/** Two big-endian 32-bit integers for each person: its number in the order of joining, and its position. */
export function readOrder(window: Buffer): OrderWindow {
  const at = (index: number): number => window.readInt32BE(index * 4);
  const people = Array.from({ length: window.length / 8 }, (_, index) => 2 * index);
  return { seqs: people.map(at), positions: people.map(index => at(index + 1)) };
}

export interface EntryWindowQuery extends OrderWindow {
  readonly accountId: string;
  readonly waitlistId: string;
}

export interface OrderQuery extends EntryFilter {
  readonly accountId: string;
  readonly waitlistId: string;
  readonly sort: EntrySort;
}

export interface EntryStore {
  /** One page of a list: of one status, or of everybody in one order, at the same cost at any offset. */
  page(query: ListQuery): Promise<ListedPage>;
  /** The entry with this digest of an address, wherever its contact is stored; at most one. */
  pageByEmail(query: EntryEmailQuery): Promise<EntryPage>;
  /** The ids of the entries with these digests of addresses, in this order; null for those that have none. */
  findIds(waitlistId: string, digests: readonly Buffer[]): Promise<readonly (string | null)[]>;
  /** Those of the entries that are listed, in this order. */
  pageByIds(query: EntryIdsQuery): Promise<EntryPage>;
  /** Null once the waitlist is deleted. */
  order(query: OrderQuery): Promise<EntryOrder | null>;
  /** The listed entries of a window in that order, at the same cost anywhere. Null once the waitlist is deleted. */
  window(query: EntryWindowQuery): Promise<Pick<EntryPage, 'entries' | 'storage'> | null>;
}

export interface EntryRef {
  readonly waitlistId: string;
  readonly entryId: string;
}
