import type { DomainState } from './domain-store.ts';

/** A domain as the worker sees it. */
export interface DomainClaim {
  readonly domain: string;
  /** Null after release. */
  readonly waitlistId: string | null;
  readonly state: DomainState;
  readonly checkedAt: Date | null;
  readonly stateSince: Date;
  readonly releasedAt: Date | null;
  readonly version: number;
}

/** The job, and the version of the domain that it is for. */
export interface DomainJob {
  readonly id: string;
  readonly attempts: number;
  readonly domain: string;
  readonly version: number;
}

export interface DomainFinding {
  readonly state: DomainState;
  readonly reason: string | null;
}

/**
 * Domains, for the worker. Every write is for one version: it returns false and changes nothing if the
 * domain was connected or released since.
 */
export interface DomainWorkStore {
  find(domain: string): Promise<DomainClaim | null>;
  /** Writes the finding and replaces this job by one due after the delay, atomically. */
  record(job: DomainJob, finding: DomainFinding, nextInSeconds: number): Promise<boolean>;
  /** Replaces this job by one due after the delay. */
  postpone(job: DomainJob, nextInSeconds: number): Promise<boolean>;
  /** Sets the reason shown to the owner while the job is retried. */
  note(job: DomainJob, reason: string): Promise<void>;
  /** Makes the job of the domain's current version due now. */
  hasten(domain: string): Promise<void>;
  /** Deletes a released domain. */
  forget(job: DomainJob): Promise<boolean>;
}
