import type { AssetStore } from '../assets/asset-store.ts';
import type { WaitlistRecord } from './waitlist.ts';
import type { WaitlistRef } from './waitlist-ref.ts';

/** The members of a waitlist that its holder sets. */
export type WaitlistFields = Omit<WaitlistRecord, 'id' | 'licensed' | 'createdAt'>;

/** Some of the members; one that is undefined is left out. */
type Changes = { readonly [Member in keyof WaitlistFields]?: WaitlistFields[Member] | undefined };

/** A waitlist to be made. The table has a default for every other member. */
export type NewWaitlist = Changes & Pick<WaitlistFields, 'name' | 'slug'>;

/** Waitlists of accounts. A waitlist of another account is, for every method, one that does not exist. */
export interface WaitlistStore {
  list(accountId: string): Promise<WaitlistRecord[]>;
  find(accountId: string, ref: WaitlistRef): Promise<WaitlistRecord | null>;
  /** Inserts unless the slug is taken, by whoever; of concurrent calls with one slug exactly one gets through. */
  insert(accountId: string, fields: NewWaitlist): Promise<WaitlistRecord | 'slug_taken'>;
  /** Changes only the members that are there. */
  update(accountId: string, id: string, changes: Changes): Promise<WaitlistRecord | 'slug_taken' | null>;
  /** Gone at once with its slug free again, whatever its size; its rows are removed afterwards. False when none. */
  remove(accountId: string, id: string): Promise<boolean>;
}

/** What the operations of this domain work with. */
export interface WaitlistServices {
  readonly waitlists: WaitlistStore;
  /** To look up images that were uploaded here. */
  readonly assets: Pick<AssetStore, 'find'>;
}
