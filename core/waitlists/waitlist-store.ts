import type { AssetStore } from '../assets/asset-store.ts';
import type { ListCursor } from '../kernel/list-cursor.ts';
import type { DesignInput } from '../page-code/design.ts';
import type { ListedWaitlist, PageCode, WaitlistRecord } from './waitlist.ts';
import type { WaitlistRef } from './waitlist-ref.ts';

/** The fields that the account sets. */
export interface WaitlistFields
  extends Omit<WaitlistRecord, 'id' | 'licensed' | 'createdAt' | 'design' | 'door'>,
    PageCode {
  /** Merged into the stored design; null clears a member. */
  readonly design: DesignInput;
}

/** Undefined fields are left out. */
export type Changes = { readonly [Member in keyof WaitlistFields]?: WaitlistFields[Member] | undefined };

/** A new waitlist. The table has defaults for the other fields. */
export type NewWaitlist = Changes & Pick<WaitlistFields, 'name' | 'slug'>;

/** Why a waitlist cannot be stored. */
export type Conflict = 'slug_taken' | 'share_url_not_allowed' | 'closes_before_it_opens' | 'unknown_sender';

/** Sees a waitlist that stays as it is until the change is made. Throws to refuse the change. */
export type CheckWaitlist = (current: WaitlistRecord & PageCode) => void;

/** Like {@link CheckWaitlist}, and decides changes that depend on the waitlist. */
export type PrepareChange = (current: WaitlistRecord & PageCode) => Changes;

export interface WaitlistPage {
  readonly limit: number;
  readonly after: ListCursor | null;
}

/** Waitlists of accounts. For every method, a waitlist of another account does not exist. */
export interface WaitlistStore {
  /** Newest first: all, or those of a page. */
  list(accountId: string, page?: WaitlistPage): Promise<ListedWaitlist[]>;
  find(accountId: string, ref: WaitlistRef): Promise<WaitlistRecord | null>;
  findWithCode(accountId: string, ref: WaitlistRef): Promise<(WaitlistRecord & PageCode) | null>;
  /**
   * Inserts a waitlist, or returns it if it has that id already, unless the account already has `limit` waitlists, or for one of
   * the reasons of a {@link Conflict}. All are exact under concurrency.
   */
  insert(
    accountId: string,
    id: string,
    fields: NewWaitlist,
    limit: number,
  ): Promise<WaitlistRecord | Conflict | 'limit_reached'>;
  /**
   * Changes only the given fields. Nobody joins anymore after a change of the door that keeps them out.
   * @param prepare - more changes, which follow from the waitlist as it is
   */
  update(
    accountId: string,
    id: string,
    changes: Changes,
    prepare?: PrepareChange,
  ): Promise<WaitlistRecord | Conflict | null>;
  /**
   * Deletes at once, whatever the size, and frees the slug; rows are removed later. False if there is none.
   */
  remove(accountId: string, id: string, check?: CheckWaitlist): Promise<boolean>;
}

/** The services of this domain's operations. */
export interface WaitlistServices {
  readonly waitlists: WaitlistStore;
  /** Looks up uploaded images. */
  readonly assets: Pick<AssetStore, 'find'>;
}
