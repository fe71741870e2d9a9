import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';

/** Which of its own keys a waitlist has. */
export interface TurnstileRecord {
  readonly hasSiteKey: boolean;
  readonly hasSecretKey: boolean;
}

/** Undefined leaves a key as it is; null clears it. */
export interface TurnstileChanges {
  readonly siteKey?: string | null | undefined;
  /** Sealed for the waitlist. */
  readonly secret?: Buffer | null | undefined;
}

/** Bot-challenge keys of waitlists. For every method, a waitlist of another account does not exist. */
export interface TurnstileStore {
  find(accountId: string, waitlistId: string): Promise<TurnstileRecord | null>;
  change(accountId: string, waitlistId: string, changes: TurnstileChanges): Promise<TurnstileRecord | null>;
}

/** The services of this domain's operations. */
export interface TurnstileServices extends WaitlistFinder {
  readonly turnstile: TurnstileStore;
  readonly sealer: Pick<Sealer, 'seal'>;
  /** Whether the service has shared keys. */
  readonly hasSharedKeys: boolean;
  /** Whether Cloudflare's dummy keys may be set: in the local run. */
  readonly allowDummyKeys: boolean;
}
