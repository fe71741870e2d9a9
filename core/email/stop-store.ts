import type { Language } from '../languages/language.ts';
import type { StoredDesign } from '../page-code/design.ts';

/** Whom a stop link is for. */
export interface StopSubject {
  readonly entryId: string;
  /** The address is not confirmed yet, so there is no place to leave. */
  readonly isPending: boolean;
  readonly waitlistId: string;
  readonly waitlistName: string;
  readonly slug: string;
  readonly languages: readonly Language[];
  /** The active custom domain. */
  readonly domain: string | null;
  readonly plan: string;
  readonly design: StoredDesign;
  readonly accountId: string;
  /** Keyed digest of the mailbox, 32 bytes. */
  readonly mailbox: Buffer;
}

export interface Stop {
  readonly waitlistId: string;
  /** Of `digestStop`. */
  readonly digest: Buffer;
}

/** Which mailboxes get no more email from which waitlists. */
export interface StopStore {
  /** Null when the entry was erased, or its waitlist is gone. */
  find(entryId: string): Promise<StopSubject | null>;
  /** Idempotent. `digest` is that of {@link digestStop}. */
  stop(waitlistId: string, digest: Buffer): Promise<void>;
  /** Which of these are stopped, in their order. */
  areStopped(stops: readonly Stop[]): Promise<readonly boolean[]>;
  /** Counts one use of an entry's link. @returns seconds to wait; 0 when it was counted */
  admit(entryId: string): Promise<number>;
}
