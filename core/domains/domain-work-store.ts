import type { DomainState } from './domain-store.ts';

/** A claim on a name, as the worker sees it. */
export interface DomainClaim {
  readonly domain: string;
  /** Null once it is released. */
  readonly waitlistId: string | null;
  readonly state: DomainState;
  readonly checkedAt: Date | null;
  readonly stateSince: Date;
  readonly releasedAt: Date | null;
  readonly version: number;
}

/** Which version of which domain a job is about, and which job that is. */
export interface DomainJob {
  readonly id: string;
  readonly attempts: number;
  readonly domain: string;
  readonly version: number;
}

/** What was found out about a domain. */
export interface DomainFinding {
  readonly state: DomainState;
  readonly reason: string | null;
}

/**
 * What the worker reads and writes of domains. Whatever it writes is for one version: when the domain was connected or
 * released meanwhile, nothing is written and the answer is false.
 */
export interface DomainWorkStore {
  find(domain: string): Promise<DomainClaim | null>;
  /** Writes what was found, and puts a job that is due after the delay in the place of this one, in one. */
  record(job: DomainJob, finding: DomainFinding, nextInSeconds: number): Promise<boolean>;
  /** Puts a job that is due after the delay in the place of this one. */
  postpone(job: DomainJob, nextInSeconds: number): Promise<boolean>;
  /** Tells the holder what is going on while the job itself is repeated. */
  note(job: DomainJob, reason: string): Promise<void>;
  /** Makes the job of the domain's present version due now. */
  hasten(domain: string): Promise<void>;
  /** Ends the claim of whoever had a released domain. */
  forget(job: DomainJob): Promise<boolean>;
}
