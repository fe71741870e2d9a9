import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { DomainDns } from './domain-dns.ts';
import type { DomainRefusal } from './domain-edge.ts';

export type DomainState = 'verifying' | 'active' | 'failed';

/** A released domain is kept for its last account for so many days. */
export const HOLD_DAYS = 7;

/** Seconds before a domain that was just connected or released is checked (enqueue_domain_check in the database). */
export const FIRST_LOOK_SECONDS = 1;

/** A claim on a name. */
export interface DomainRecord {
  readonly domain: string;
  readonly state: DomainState;
  readonly reason: string | null;
  readonly checkedAt: Date | null;
}

/** The waitlist that has a domain, or asks for one, and its account. */
export interface DomainHolder {
  readonly accountId: string;
  readonly waitlistId: string;
}

/** Domains of waitlists, as their holders see them. */
export interface DomainStore {
  /** Null while the waitlist has no domain. */
  find(holder: DomainHolder): Promise<DomainRecord | null>;
  /** Whether the waitlist could have the domain: nobody else holds it, or it is the waitlist's already. */
  isAvailable(holder: DomainHolder, domain: string): Promise<boolean>;
  /**
   * Gives a waitlist a domain, and has it verified. The one it has already is checked soon, and is begun anew where it
   * had failed. Of concurrent calls for one domain exactly one gets it.
   * @returns `held`: somebody else has it; `other_connected`: the waitlist has another one; null: it is gone.
   */
  connect(
    holder: DomainHolder,
    domain: string,
    reason: string,
  ): Promise<DomainRecord | 'held' | 'other_connected' | null>;
  /** Takes its domain from a waitlist, if it has one; the edge is cleared afterwards. */
  release(waitlistId: string): Promise<void>;
}

/** What the operations of this domain work with. */
export interface DomainServices extends WaitlistFinder {
  readonly domains: DomainStore;
  readonly dns: DomainDns;
  readonly edge: DomainRefusal;
  readonly fallbackOrigin: string;
  readonly allowTestDomains: boolean;
  /** Has the worker run after so many seconds. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
}
