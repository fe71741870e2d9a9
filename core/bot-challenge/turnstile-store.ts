import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';

/** Which keys of its own a waitlist has. */
export interface TurnstileRecord {
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
  find(accountId: string, waitlistId: string): Promise<TurnstileRecord | null>;
  change(accountId: string, waitlistId: string, changes: TurnstileChanges): Promise<TurnstileRecord | null>;
}

/** What the operations of this domain work with. */
export interface TurnstileServices extends WaitlistFinder {
  readonly turnstile: TurnstileStore;
  readonly sealer: Pick<Sealer, 'seal'>;
  /** Whether the service has keys for the waitlists that have none. */
  readonly hasSharedKeys: boolean;
}
