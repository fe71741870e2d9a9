/** What is known of an entry that was erased, for as long as it takes to erase it everywhere. */
export interface ErasedReferrer {
  readonly waitlistId: string;
  readonly entryId: string;
  /** The referral code it had. */
  readonly code: string;
}

export interface ErasureStore {
  /**
   * Erases an entry: it keeps its place in the queue, and nothing that says who it was. Null when the account has no such
   * waitlist, or that has no such entry.
   */
  erase(accountId: string, waitlistId: string, entryId: string): Promise<ErasedReferrer | null>;
  /** Takes its code from those who came by it, here and, by the delivery, in the databases of the account. Bears repeating. */
  forgetReferrer(erased: ErasedReferrer): Promise<void>;
}
