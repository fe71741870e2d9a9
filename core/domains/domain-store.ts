import type { OutsideCalls } from '../customer-database/outside-calls.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { DomainDns } from './domain-dns.ts';
import type { DomainRefusal } from './domain-edge.ts';

export type DomainState = 'verifying' | 'active' | 'failed';

/** Seconds before a domain that was just connected or released is checked (enqueue_domain_check in the database). */
export const FIRST_LOOK_SECONDS = 1;

export interface DomainRecord {
  readonly id: string;
  readonly domain: string;
  readonly state: DomainState;
  readonly reason: string | null;
  readonly checkedAt: Date | null;
  /** Other accounts claim the domain too, and it is not active for any of them. */
  readonly isContested: boolean;
}

/** The waitlist that has or wants a domain, and its account. */
export interface DomainHolder {
  readonly accountId: string;
  readonly waitlistId: string;
}

/** Domains that pages are served on. */
export interface ActiveDomains {
  /** Null if the waitlist has no active domain. */
  of(waitlistId: string): Promise<string | null>;
}

/** Domains of waitlists, for their owners. */
export interface DomainStore {
  /** Null if the waitlist has no domain. */
  find(holder: DomainHolder): Promise<DomainRecord | null>;
  /**
   * Whether the waitlist can claim the domain: it is not active for another account, nor was in the last 7 days, and
   * no other waitlist of this account has it.
   */
  isAvailable(holder: DomainHolder, domain: string): Promise<boolean>;
  /**
   * Claims a domain for a waitlist and starts its verification. Its own domain is rechecked soon, and
   * restarted if it had failed.
   * @param options.limit - how many domains the account can have; exact under concurrency
   * @returns `held`: not available; `other_connected`: the waitlist has another domain; null: the waitlist is gone
   */
  connect(
    holder: DomainHolder,
    domain: string,
    options: { readonly reason: string; readonly limit: number },
  ): Promise<DomainRecord | 'held' | 'limit_reached' | 'other_connected' | null>;
  /** Releases the waitlist's domain, if it has one. The worker removes it from the edge. */
  release(waitlistId: string): Promise<void>;
}

/** The services of this domain's operations. */
export interface DomainServices extends WaitlistFinder {
  readonly domains: DomainStore;
  readonly dns: DomainDns;
  readonly outsideCalls: OutsideCalls;
  readonly edge: DomainRefusal;
  readonly fallbackOrigin: string;
  readonly allowTestDomains: boolean;
  /** Schedules the worker. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
}
