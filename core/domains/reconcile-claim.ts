import * as z from 'zod';
import type { JobHandler, JobOutcome } from '../outbox/job.ts';
import { type DomainClaim, HOLD_DAYS, heldForMs, isConnected } from './domain-claim.ts';
import type { ClaimFinding, ClaimWorkStore, DomainJob } from './domain-work-store.ts';

/** The payload of a job that checks a claim. */
export const ClaimPayload = z.object({ claimId: z.string(), domain: z.string(), version: z.int() });

export const DAY_SECONDS = 86_400;
/** Owners may be slow, and a CloudFront certificate request alone lives three days. */
export const GIVE_UP_SECONDS = HOLD_DAYS * DAY_SECONDS;
const LONGEST_PAUSE_SECONDS = 30 * 60;
/** CloudFront takes minutes to disable a tenant before it can be deleted. */
const REMOVAL_PAUSE_SECONDS = 20;

export const OUR_SIDE = 'Something went wrong on our end. We’ll keep trying.';

/** What the checks of a claim need, whatever it is claimed for. */
export interface ClaimServices {
  /** Schedules the worker. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
  readonly now?: () => Date;
  readonly random?: () => number;
}

/** What a domain is claimed for. */
interface ClaimWork<Finding extends ClaimFinding> extends ClaimServices {
  readonly claims: ClaimWorkStore<Finding>;
  /** Compares what there is for a claim that somebody uses with what there should be, and takes the next step. */
  readonly look: (
    job: DomainJob,
    claim: DomainClaim,
    claims: readonly DomainClaim[],
    now: () => Date,
  ) => Promise<Finding>;
  /** Takes the next step toward removing it. @returns whether nothing is left */
  readonly remove: (domain: string) => Promise<boolean>;
}

/**
 * Seconds until the next check: a quarter of the time it has taken so far, so that quick changes are seen
 * in seconds and slow ones cost little. Jitter spreads domains that started together.
 */
export function nextLookSeconds(ageSeconds: number, random: () => number): number {
  const pause = Math.min(Math.max(ageSeconds / 4, 1), LONGEST_PAUSE_SECONDS);
  return pause < 8 ? Math.round(pause) : Math.round(pause * (1 + random() / 4));
}

export const secondsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 1000;

/** Thrown to retry the job while something is left of a released domain. */
class NotClearedError extends Error {
  override readonly name = 'NotClearedError';
}

/**
 * Checks a claim, and takes down what nobody uses. It knows only the claims and what `look` and `remove` see, so it
 * continues from wherever a crash left it.
 */
export function reconcileClaim<Finding extends ClaimFinding>(
  work: ClaimWork<Finding>,
): JobHandler<z.infer<typeof ClaimPayload>> {
  const { claims: store, look, remove, wakeAfter } = work;
  const now = work.now ?? (() => new Date());
  const random = work.random ?? Math.random;

  /** The job is for an old version; the jobs of the current ones look at what it left. */
  async function superseded(job: DomainJob): Promise<JobOutcome> {
    const claims = await store.list(job.domain);
    await (claims.length > 0 ? store.hasten(claims) : store.cleanUp(job));
    await wakeAfter(1);
    return 'done';
  }

  async function advance(
    job: DomainJob,
    claim: DomainClaim,
    claims: readonly DomainClaim[],
  ): Promise<JobOutcome> {
    const finding = await look(job, claim, claims, now);
    const age = claim.state === finding.state ? secondsSince(claim.stateSince, now()) : 0;
    const pause =
      finding.nextInSeconds ??
      (finding.state === 'active'
        ? Math.round(DAY_SECONDS * (1 + random() / 4))
        : finding.state === 'failed'
          ? 0
          : nextLookSeconds(age, random));
    if (!(await store.record(job, finding, pause))) return superseded(job);
    await wakeAfter(pause);
    return 'done';
  }

  /** Takes the domain down, unless another claim is connected. @returns whether nothing is left to do */
  async function clear(domain: string, claims: readonly DomainClaim[]): Promise<boolean> {
    const isClear = claims.some(isConnected) || (await remove(domain));
    // Connected before or meanwhile, they must look at what this removed.
    const connected = (await store.list(domain)).filter(isConnected);
    if (connected.length === 0) return isClear;
    await store.hasten(connected);
    await wakeAfter(1);
    return true;
  }

  async function withdraw(
    job: DomainJob,
    claim: DomainClaim | undefined,
    claims: readonly DomainClaim[],
  ): Promise<JobOutcome> {
    const isClear = await clear(job.domain, claims);
    if (!claim) {
      // The row is gone and cannot hold a schedule, so let the outbox retry.
      if (!isClear) throw new NotClearedError();
      return 'done';
    }
    // A failed domain stays where it was claimed, which shows the reason.
    if (isClear && claim.isWanted) return 'done';
    const heldFor = heldForMs(claim, now()) / 1000;
    if (isClear && heldFor <= 0) return (await store.forget(job)) ? 'done' : superseded(job);
    const pause = isClear ? Math.ceil(heldFor) + 1 : REMOVAL_PAUSE_SECONDS;
    if (!(await store.postpone(job, pause))) return superseded(job);
    await wakeAfter(pause);
    return 'done';
  }

  return async ({ id, attempts, payload: { claimId, domain, version } }) => {
    const job = { id, attempts, claimId, domain, version };
    const claims = await store.list(job.domain);
    const claim = claims.find(each => each.id === job.claimId);
    if (claim && claim.version !== job.version) return superseded(job);
    return claim && isConnected(claim) ? advance(job, claim, claims) : withdraw(job, claim, claims);
  };
}
