import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistRef } from '../waitlists/waitlist-ref.ts';

/** Which keys of its own a waitlist has. */
export interface TurnstileRecord {
  readonly waitlistId: string;
  readonly hasSiteKey: boolean;
  readonly hasSecretKey: boolean;
}

/** What a change sets; a member that is not there stays as it is, and null clears it. */
export interface TurnstileChanges {
  readonly siteKey?: string | null | undefined;
  /** Sealed for the waitlist. */
  readonly secret?: Buffer | null | undefined;
}

/** Bot-challenge keys of waitlists. A waitlist of another account is, for every method, one that does not exist. */
export interface TurnstileStore {
  find(accountId: string, ref: WaitlistRef): Promise<TurnstileRecord | null>;
  change(accountId: string, ref: WaitlistRef, changes: TurnstileChanges): Promise<TurnstileRecord | null>;
}

/** What the operations of this domain work with. */
export interface TurnstileServices {
  readonly turnstile: TurnstileStore;
  readonly sealer: Pick<Sealer, 'seal'>;
  /** Whether the service has keys for the waitlists that have none. */
  readonly hasSharedKeys: boolean;
}
