import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { DomainDns } from './domain-dns.ts';
import type { DomainRefusal } from './domain-edge.ts';

export type DomainState = 'verifying' | 'active' | 'failed';

/** Days for which only the last account can reconnect a released domain. */
export const HOLD_DAYS = 7;

/** Seconds before a domain that was just connected or released is checked (enqueue_domain_check in the database). */
export const FIRST_LOOK_SECONDS = 1;

export interface DomainRecord {
  readonly domain: string;
  readonly state: DomainState;
  readonly reason: string | null;
  readonly checkedAt: Date | null;
}

/** The waitlist that has or wants a domain, and its account. */
export interface DomainHolder {
  readonly accountId: string;
  readonly waitlistId: string;
}

/** Domains of waitlists, for their owners. */
export interface DomainStore {
  /** Null if the waitlist has no domain. */
  find(holder: DomainHolder): Promise<DomainRecord | null>;
  /** Whether the waitlist can have the domain: nobody else holds it, or it already has it. */
  isAvailable(holder: DomainHolder, domain: string): Promise<boolean>;
  /**
   * Assigns a domain to a waitlist and starts its verification. Its own domain is rechecked soon, and
   * restarted if it had failed. Of concurrent calls for one domain, exactly one succeeds.
   * @returns `held`: someone else has it; `other_connected`: the waitlist has another domain; null: the
   * waitlist is gone
   */
  connect(
    holder: DomainHolder,
    domain: string,
    reason: string,
  ): Promise<DomainRecord | 'held' | 'other_connected' | null>;
  /** Releases the waitlist's domain, if it has one. The worker removes it from the edge. */
  release(waitlistId: string): Promise<void>;
}

/** What the operations of this domain need. */
export interface DomainServices extends WaitlistFinder {
  readonly domains: DomainStore;
  readonly dns: DomainDns;
  readonly edge: DomainRefusal;
  readonly fallbackOrigin: string;
  readonly allowTestDomains: boolean;
  /** Schedules the worker. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
}
