import type { DomainClaim } from './domain-claim.ts';
import type { DomainState } from './domain-store.ts';

/** The job, and the version of the claim that it is for. */
export interface DomainJob {
  readonly id: string;
  readonly attempts: number;
  readonly claimId: string;
  readonly domain: string;
  readonly version: number;
}

/** What a check of a claim found. */
export interface ClaimFinding {
  readonly state: DomainState;
  readonly reason: string | null;
  /** It is active, and its DNS records are missing. */
  readonly isGone?: boolean;
  /** It may become active although others claim the domain. */
  readonly isProven?: boolean;
  /** When to look again, where the usual pace does not fit. */
  readonly nextInSeconds?: number;
}

export type DomainFinding = ClaimFinding;

/**
 * Claims on domains, for the worker. Every write is for one version of a claim: it returns false and changes nothing if the
 * claim was connected, released, or lost since.
 */
export interface ClaimWorkStore<Finding extends ClaimFinding> {
  /** All claims on a domain. */
  list(domain: string): Promise<readonly DomainClaim[]>;
  /**
   * Writes the finding and replaces this job by one due after the delay, atomically. A claim that becomes active makes
   * the others fail. False also if another claim appeared meanwhile that keeps it from becoming active.
   */
  record(job: DomainJob, finding: Finding, nextInSeconds: number): Promise<boolean>;
  /** Replaces this job by one due after the delay. */
  postpone(job: DomainJob, nextInSeconds: number): Promise<boolean>;
  /** Sets the reason shown to the owner while the job is retried. */
  note(job: DomainJob, reason: string): Promise<void>;
  /** Writes a job for each of these claims, due now. */
  hasten(claims: readonly DomainClaim[]): Promise<void>;
  /** Writes a job that takes the domain down, for a claim that is deleted. Not this one: another worker may have it by now. */
  cleanUp(job: DomainJob): Promise<void>;
  /** Deletes a released claim. */
  forget(job: DomainJob): Promise<boolean>;
}

/** Domains of pages, for the worker. */
export type DomainWorkStore = ClaimWorkStore<DomainFinding>;
