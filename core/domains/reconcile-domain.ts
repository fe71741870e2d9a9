import * as z from 'zod';
import { defineJob, EXTERNAL_LANE, type JobHandler, type JobOutcome } from '../outbox/job.ts';
import { type DnsDiagnosis, diagnoseDns } from './diagnose-dns.ts';
import {
  type DomainClaim,
  HOLD_DAYS,
  heldForMs,
  isConnected,
  isTaken,
  proofName,
  rivalsOf,
  TAKEN,
  wins,
} from './domain-claim.ts';
import type { DomainDns } from './domain-dns.ts';
import type { DomainEdge, EdgeProgress } from './domain-edge.ts';
import type { DomainFinding, DomainJob, DomainWorkStore } from './domain-work-store.ts';

const payload = z.object({ claimId: z.string(), domain: z.string(), version: z.int() });

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
const OUR_SIDE = 'Something went wrong on our end. We’ll keep trying.';
const LEAVING = `The domain is disconnected after ${HOLD_DAYS} days without a record.`;

const proveIt = (domain: string): string =>
  `Another account claims ${domain} too. Create the TXT record at ${proofName(domain)} to show that it is yours.`;

/**
 * Seconds until the next check: a quarter of the time it has taken so far, so that quick changes are seen
 * in seconds and slow ones cost little. Jitter spreads domains that started together.
 */
export function nextLookSeconds(ageSeconds: number, random: () => number): number {
  const pause = Math.min(Math.max(ageSeconds / 4, 1), LONGEST_PAUSE_SECONDS);
  return pause < 8 ? Math.round(pause) : Math.round(pause * (1 + random() / 4));
}

const secondsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 1000;

/** The state that a check leads to. */
export function judge(
  claim: Pick<DomainClaim, 'state' | 'stateSince' | 'goneSince'>,
  diagnosis: DnsDiagnosis,
  progress: EdgeProgress,
  now: Date,
): DomainFinding {
  if (progress.served) {
    if (!diagnosis.isGone) return { state: 'active', reason: null };
    const isOver = secondsSince(claim.goneSince ?? now, now) > GIVE_UP_SECONDS;
    return { state: isOver ? 'failed' : 'active', reason: `${diagnosis.reason} ${LEAVING}`, isGone: true };
  }
  // The owner's part comes first: the edge waits for it too.
  const reason = diagnosis.reason ?? progress.reason ?? PROPAGATING;
  const isOver = claim.state === 'verifying' && secondsSince(claim.stateSince, now) > GIVE_UP_SECONDS;
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

/** Only a claim that is alone or proven may be set up at the edge. */
async function standingOf(
  { dns }: ReconcileServices,
  domain: string,
  claim: DomainClaim,
  claims: readonly DomainClaim[],
  now: Date,
) {
  const rivals = rivalsOf(claim, claims);
  if (heldForMs(claim, now) > 0) return 'proven';
  if (rivals.length === 0) return 'alone';
  return wins(claim, rivals, domain, await dns.texts(proofName(domain))) ? 'proven' : 'unproven';
}

async function find(
  services: ReconcileServices,
  job: DomainJob,
  claim: DomainClaim,
  claims: readonly DomainClaim[],
  now: () => Date,
): Promise<DomainFinding> {
  const { domains, edge, dns, fallbackOrigin } = services;
  const { domain } = job;
  if (isTaken(claim, claims, now())) return { state: 'failed', reason: TAKEN };
  const [standing, answer] = await Promise.all([
    standingOf(services, domain, claim, claims, now()),
    dns.lookUp(domain, fallbackOrigin),
  ]);
  const diagnosis = diagnoseDns(domain, fallbackOrigin, answer);
  if (standing === 'unproven') {
    const reason = [proveIt(domain), diagnosis.reason].filter(each => each !== null).join(' ');
    return judge(claim, { ...diagnosis, reason }, { served: false, reason: null }, now());
  }
  // The edge has the final say on DNS: ask it once whatever we see, then only when the DNS looks right.
  const mayCreate = diagnosis.points || claim.state === 'active' || claim.checkedAt === null;
  const progress = await edge.advance(domain, { mayCreate }).catch(async (error: unknown) => {
    await domains.note(job, OUR_SIDE);
    throw error;
  });
  return { ...judge(claim, diagnosis, progress, now()), isProven: standing === 'proven' };
}

/**
 * Compares what the edge has for a domain with what it should have, and takes the next step. It knows only the claims and
 * the edge, so it continues from wherever a crash left it. It waits for name servers that customers name.
 */
export const reconcileDomainJob = defineJob({
  kind: 'reconcile_domain',
  payload,
  lane: EXTERNAL_LANE,
  run: reconcileDomain,
});

function reconcileDomain(services: ReconcileServices): JobHandler<z.infer<typeof payload>> {
  const { domains, edge, wakeAfter } = services;
  const now = services.now ?? (() => new Date());
  const random = services.random ?? Math.random;

  /** The job is for an old version; the jobs of the current ones look at what it left at the edge. */
  async function superseded(job: DomainJob): Promise<JobOutcome> {
    const claims = await domains.list(job.domain);
    await (claims.length > 0 ? domains.hasten(claims) : domains.cleanUp(job));
    await wakeAfter(1);
    return 'done';
  }

  async function advance(
    job: DomainJob,
    claim: DomainClaim,
    claims: readonly DomainClaim[],
  ): Promise<JobOutcome> {
    const finding = await find(services, job, claim, claims, now);
    const age = claim.state === finding.state ? secondsSince(claim.stateSince, now()) : 0;
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

  /** Takes the domain off the edge, unless another claim is connected. @returns whether nothing is left to do there */
  async function clear(domain: string, claims: readonly DomainClaim[]): Promise<boolean> {
    const isClear = claims.some(isConnected) || (await edge.remove(domain));
    // Connected before or meanwhile, they must look at what this removed.
    const connected = (await domains.list(domain)).filter(isConnected);
    if (connected.length === 0) return isClear;
    await domains.hasten(connected);
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
      if (!isClear) throw new EdgeNotClearedError();
      return 'done';
    }
    // A failed domain stays with its waitlist, which shows the reason.
    if (isClear && claim.waitlistId !== null) return 'done';
    const heldFor = heldForMs(claim, now()) / 1000;
    if (isClear && heldFor <= 0) return (await domains.forget(job)) ? 'done' : superseded(job);
    const pause = isClear ? Math.ceil(heldFor) + 1 : REMOVAL_PAUSE_SECONDS;
    if (!(await domains.postpone(job, pause))) return superseded(job);
    await wakeAfter(pause);
    return 'done';
  }

  return async ({ id, attempts, payload: { claimId, domain, version } }) => {
    const job = { id, attempts, claimId, domain, version };
    const claims = await domains.list(job.domain);
    const claim = claims.find(each => each.id === job.claimId);
    if (claim && claim.version !== job.version) return superseded(job);
    return claim && isConnected(claim) ? advance(job, claim, claims) : withdraw(job, claim, claims);
  };
}
