import type { OutsideCalls } from '../customer-database/outside-calls.ts';
import type { RecordDns } from '../domains/domain-dns.ts';
import type { DomainRules } from '../domains/domain-name.ts';
import type { DomainState } from '../domains/domain-store.ts';
import type { ClaimFinding, ClaimWorkStore } from '../domains/domain-work-store.ts';
import type { SenderIdentities } from './sender-identities.ts';

/** The most senders of an account. One serves any number of waitlists. */
export const SENDERS_MAX = 20;

/** What the mail service and DNS said of a sender's domain. */
export interface SenderDetails {
  /** Of its DKIM records; missing until the mail service has its identity. */
  readonly dkim?: { readonly tokens: readonly string[]; readonly zone: string };
  /** Its DMARC record, if it has one. */
  readonly dmarc?: string;
  /** The records that were there: type and name. */
  readonly found?: readonly string[];
}

export interface SenderRow {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  /** The account's claim on its domain. Its senders share it. */
  readonly claimId: string;
  readonly domain: string;
  readonly state: DomainState;
  readonly reason: string | null;
  readonly checkedAt: Date | null;
  readonly details: SenderDetails;
}

export interface NewSender {
  readonly email: string;
  readonly name: string;
  readonly domain: string;
}

/** Senders of accounts. For every method, a sender of another account does not exist. */
export interface SenderStore {
  /** Oldest first. */
  list(accountId: string): Promise<SenderRow[]>;
  find(accountId: string, id: string): Promise<SenderRow | null>;
  /**
   * Adds a sender, and claims its domain. One with this email gets the name, is checked soon, and starts over if it had failed.
   * @returns `held`: the domain is or was active for another account; `limit_reached`: exact under concurrency
   */
  save(accountId: string, id: string, sender: NewSender): Promise<SenderRow | 'held' | 'limit_reached'>;
  /** Keeps the DKIM records of a claim that the mail service made. */
  learn(claimId: string, dkim: NonNullable<SenderDetails['dkim']>): Promise<void>;
  /** Makes the check of a claim due now. */
  hasten(claimId: string): Promise<void>;
  /** Its waitlists use our sender again, and a domain that no sender is left of is released. */
  remove(accountId: string, id: string): Promise<boolean>;
}

/** The services of this domain's operations. */
export interface SenderServices extends Omit<DomainRules, 'site'> {
  readonly senders: SenderStore;
  readonly identities: Pick<SenderIdentities, 'claim'>;
  readonly dns: RecordDns;
  readonly outsideCalls: OutsideCalls;
  /** Where the mail service is. */
  readonly region: string;
  /** Called when the mail service did not set up an identity. The worker does it later. */
  readonly onUnclaimed: (cause: unknown) => void;
  /** Schedules the worker. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
}

export interface SenderFinding extends ClaimFinding {
  /** Null: as they were. */
  readonly details: SenderDetails | null;
}

/** Senders, for the worker. */
export interface SenderWorkStore extends ClaimWorkStore<SenderFinding> {
  details(claimId: string): Promise<SenderDetails>;
}

/** What the account holder is told of a sender's domain. */
export interface SenderNotice {
  readonly accountEmail: string;
  readonly domain: string;
  readonly reason: string | null;
}

export interface SenderNotices {
  /** Null if the claim is no longer in this state. */
  find(claimId: string, state: DomainState): Promise<SenderNotice | null>;
}
