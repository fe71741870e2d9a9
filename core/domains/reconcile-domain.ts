import * as z from 'zod';
import type { JobHandler, JobOutcome } from '../outbox/run-outbox.ts';
import { type DnsDiagnosis, diagnoseDns } from './diagnose-dns.ts';
import type { DomainDns } from './domain-dns.ts';
import type { DomainEdge, EdgeProgress } from './domain-edge.ts';
import { HOLD_DAYS } from './domain-store.ts';
import type { DomainClaim, DomainFinding, DomainJob, DomainWorkStore } from './domain-work-store.ts';

const Payload = z.object({ domain: z.string(), version: z.int() });

export interface ReconcileServices {
  readonly domains: DomainWorkStore;
  readonly edge: DomainEdge;
  readonly dns: DomainDns;
  readonly fallbackOrigin: string;
  /** Schedules the worker. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
  readonly now?: () => Date;
  readonly random?: () => number;
}

const DAY_SECONDS = 86_400;
/** Owners may be slow, and a CloudFront certificate request alone lives three days. */
const GIVE_UP_SECONDS = 7 * DAY_SECONDS;
const LONGEST_PAUSE_SECONDS = 30 * 60;
/** CloudFront takes minutes to disable a tenant before it can be deleted. */
const REMOVAL_PAUSE_SECONDS = 20;

const PROPAGATING =
  'The record is correct but not visible everywhere yet. This usually takes minutes, sometimes hours.';
const OUR_SIDE = "Something went wrong on our end. We'll keep trying.";

/**
 * Seconds until the next check: a quarter of the time it has taken so far, so that quick changes are seen
 * in seconds and slow ones cost little. Jitter spreads domains that started together.
 */
export function nextLookSeconds(ageSeconds: number, random: () => number): number {
  const pause = Math.min(Math.max(ageSeconds / 4, 1), LONGEST_PAUSE_SECONDS);
  return pause < 8 ? Math.round(pause) : Math.round(pause * (1 + random() / 4));
}

/** The state that a check leads to. */
export function judge(
  claim: Pick<DomainClaim, 'state' | 'stateSince'>,
  diagnosis: DnsDiagnosis,
  progress: EdgeProgress,
  now: Date,
): DomainFinding {
  if (progress.served) return { state: 'active', reason: null };
  // What the owner must change comes first: the edge waits for it too.
  const reason = diagnosis.reason ?? progress.reason ?? PROPAGATING;
  const waited = (now.getTime() - claim.stateSince.getTime()) / 1000;
  const isOver = claim.state === 'verifying' && waited > GIVE_UP_SECONDS;
  if (!isOver) return { state: 'verifying', reason };
  return {
    state: 'failed',
    reason: `${reason} We stopped checking after 7 days. Connect the domain again to start over.`,
  };
}

/** Thrown to retry the job while the edge still has a released domain. */
class EdgeNotClearedError extends Error {
  override readonly name = 'EdgeNotClearedError';
}

/**
 * The job `reconcile_domain`: compares what the edge has for a domain with what it should have, and takes
 * the next step. It knows only the row and the edge, so it continues from wherever a crash left it.
 */
export function reconcileDomain(services: ReconcileServices): JobHandler {
  const { domains, edge, dns, fallbackOrigin, wakeAfter } = services;
  const now = services.now ?? (() => new Date());
  const random = services.random ?? Math.random;

  /** The job is for an old version; the job of the current one looks at what it left at the edge. */
  async function superseded({ domain }: DomainJob): Promise<JobOutcome> {
    await domains.hasten(domain);
    await wakeAfter(1);
    return 'done';
  }

  async function advance(job: DomainJob, claim: DomainClaim): Promise<JobOutcome> {
    const { domain, state, checkedAt } = claim;
    const diagnosis = diagnoseDns(domain, fallbackOrigin, await dns.lookUp(domain, fallbackOrigin));
    // The edge has the final say on DNS: ask it once whatever we see, then only when the DNS looks right.
    const mayCreate = diagnosis.points || state === 'active' || checkedAt === null;
    const progress = await edge.advance(domain, { mayCreate }).catch(async (error: unknown) => {
      await domains.note(job, OUR_SIDE);
      throw error;
    });
    const finding = judge(claim, diagnosis, progress, now());
    const age = state === finding.state ? (now().getTime() - claim.stateSince.getTime()) / 1000 : 0;
    const pause =
      finding.state === 'active'
        ? Math.round(DAY_SECONDS * (1 + random() / 4))
        : finding.state === 'failed'
          ? 0
          : nextLookSeconds(age, random);
    if (!(await domains.record(job, finding, pause))) return superseded(job);
    await wakeAfter(pause);
    return 'done';
  }

  async function withdraw(job: DomainJob, claim: DomainClaim | null): Promise<JobOutcome> {
    const isGone = await edge.remove(job.domain);
    if (!claim) {
      // The row is gone and cannot hold a schedule, so let the outbox retry.
      if (!isGone) throw new EdgeNotClearedError();
      return 'done';
    }
    // A failed domain stays with its waitlist, which shows the reason.
    if (isGone && claim.releasedAt === null) return 'done';
    const heldFor =
      (claim.releasedAt?.getTime() ?? 0) / 1000 + HOLD_DAYS * DAY_SECONDS - now().getTime() / 1000;
    if (isGone && heldFor <= 0) return (await domains.forget(job)) ? 'done' : superseded(job);
    const pause = isGone ? Math.ceil(heldFor) + 1 : REMOVAL_PAUSE_SECONDS;
    if (!(await domains.postpone(job, pause))) return superseded(job);
    await wakeAfter(pause);
    return 'done';
  }

  return async ({ id, attempts, payload }) => {
    const job = { id, attempts, ...Payload.parse(payload) };
    const claim = await domains.find(job.domain);
    if (claim && claim.version !== job.version) return superseded(job);
    const isWanted = claim !== null && claim.waitlistId !== null && claim.state !== 'failed';
    return isWanted ? advance(job, claim) : withdraw(job, claim);
  };
}
