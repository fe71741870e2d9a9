import { defineJob, EXTERNAL_LANE } from '../outbox/job.ts';
import { type DnsDiagnosis, diagnoseDns } from './diagnose-dns.ts';
import {
  type DomainClaim,
  HOLD_DAYS,
  heldForMs,
  isTaken,
  proofName,
  rivalsOf,
  TAKEN,
  toProof,
  wins,
} from './domain-claim.ts';
import type { DomainDns } from './domain-dns.ts';
import type { DomainEdge, EdgeProgress } from './domain-edge.ts';
import { isTestDomain } from './domain-name.ts';
import type { DomainFinding, DomainJob, DomainWorkStore } from './domain-work-store.ts';
import {
  ClaimPayload,
  type ClaimServices,
  GIVE_UP_SECONDS,
  OUR_SIDE,
  reconcileClaim,
  secondsSince,
} from './reconcile-claim.ts';

export interface ReconcileServices extends ClaimServices {
  readonly domains: DomainWorkStore;
  readonly edge: DomainEdge;
  readonly dns: DomainDns;
  readonly fallbackOrigin: string;
}

export const PROPAGATING =
  'The record is correct but not visible everywhere yet. This usually takes minutes, sometimes hours.';
const LEAVING = `The domain is disconnected after ${HOLD_DAYS} days without a record.`;

const proveIt = (domain: string): string =>
  `Another account claims ${domain} too. Create the TXT record at ${proofName(domain)} to show that it is yours.`;

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
  const texts = await dns.texts(proofName(domain));
  // Names under `.test` have no DNS.
  const isProven = ({ id }: DomainClaim) => isTestDomain(domain) || texts.includes(toProof(domain, id).value);
  return wins(claim, rivals, isProven) ? 'proven' : 'unproven';
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
 * Compares what the edge has for a domain with what it should have, and takes the next step. It waits for name servers
 * that customers name.
 */
export const reconcileDomainJob = defineJob({
  kind: 'reconcile_domain',
  payload: ClaimPayload,
  lane: EXTERNAL_LANE,
  run: (services: ReconcileServices) =>
    reconcileClaim<DomainFinding>({
      ...services,
      claims: services.domains,
      look: (...looked) => find(services, ...looked),
      remove: domain => services.edge.remove(domain),
    }),
});
