import type { AssetStore } from '../assets/asset-store.ts';
import type { WaitlistRecord } from './waitlist.ts';
import type { WaitlistRef } from './waitlist-ref.ts';

/** The members of a waitlist that its holder sets. */
export type WaitlistFields = Omit<WaitlistRecord, 'id' | 'licensed' | 'createdAt'>;

/** Waitlists of accounts. A waitlist of another account is, for every method, one that does not exist. */
export interface WaitlistStore {
  list(accountId: string): Promise<WaitlistRecord[]>;
  find(accountId: string, ref: WaitlistRef): Promise<WaitlistRecord | null>;
  /** Inserts unless the slug is taken, by whoever; of concurrent calls with one slug exactly one gets through. */
  insert(accountId: string, fields: WaitlistFields): Promise<WaitlistRecord | 'slug_taken'>;
  /** Changes only the members that are there. */
  update(
    accountId: string,
    id: string,
    changes: { readonly [Member in keyof WaitlistFields]?: WaitlistFields[Member] | undefined },
  ): Promise<WaitlistRecord | 'slug_taken' | null>;
  /** Gone at once with its slug free again, whatever its size; its rows are removed afterwards. False when none. */
  remove(accountId: string, ref: WaitlistRef): Promise<boolean>;
}

/** What the operations of this domain work with. */
export interface WaitlistServices {
  readonly waitlists: WaitlistStore;
  /** To look up images that were uploaded here. */
  readonly assets: Pick<AssetStore, 'find'>;
}
