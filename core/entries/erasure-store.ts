/** An erased entry, until it is erased everywhere. */
export interface ErasedReferrer {
  readonly waitlistId: string;
  readonly entryId: string;
  /** Its former referral code. */
  readonly code: string;
}

export interface ErasureStore {
  /**
   * Erases an entry: its place in the queue stays, everything personal goes. Null if there is no such
   * entry.
   */
  erase(accountId: string, waitlistId: string, entryId: string): Promise<ErasedReferrer | null>;
  /**
   * Removes its code from entries that it referred, here and, through copying, in the account's databases.
   * Idempotent.
   */
  forgetReferrer(erased: ErasedReferrer): Promise<void>;
}
