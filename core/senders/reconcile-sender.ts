import { type DomainClaim, isTaken, rivalsOf, TAKEN, wins } from '../domains/domain-claim.ts';
import type { RecordDns } from '../domains/domain-dns.ts';
import { isTestDomain } from '../domains/domain-name.ts';
import type { DomainJob } from '../domains/domain-work-store.ts';
import {
  ClaimPayload,
  type ClaimServices,
  GIVE_UP_SECONDS,
  OUR_SIDE,
  reconcileClaim,
  secondsSince,
} from '../domains/reconcile-claim.ts';
import { defineJob, EXTERNAL_LANE } from '../outbox/job.ts';
import { FOREIGN, type Identity, type SenderIdentities } from './sender-identities.ts';
import { keyOf, lookUpRecords, proofValue, type RecordAnswers, recordsOf } from './sender-records.ts';
import type { SenderDetails, SenderFinding, SenderWorkStore } from './sender-store.ts';

export interface ReconcileSenderServices extends ClaimServices {
  readonly senderWork: SenderWorkStore;
  readonly identities: SenderIdentities;
  readonly dns: RecordDns;
  /** Where the mail service is. */
  readonly region: string;
}

/** Records that are missing from an active sender count once they are missing twice, this far apart. */
const CONFIRM_SECONDS = 5 * 60;

const PROPAGATING =
  'The records are correct but not visible everywhere yet. This usually takes minutes, sometimes hours.';
const LOST = 'The mail service no longer accepts the records of this domain. We’ll keep checking.';

/** What is known of a claim. */
interface Seen {
  readonly records: RecordAnswers;
  /** Undefined: the mail service was not asked, because records are missing. */
  readonly identity: Identity | undefined;
}

/** The state that a check leads to. */
export function judgeSender(
  claim: Pick<DomainClaim, 'state' | 'stateSince' | 'goneSince'>,
  { records: { reason, isUnknown }, identity }: Seen,
  isFirst: boolean,
  now: Date,
): Omit<SenderFinding, 'details'> {
  if (claim.state === 'active') {
    if (identity && (!identity.canSend || identity.hasFailed))
      return { state: 'verifying', reason: reason ?? LOST };
    if (reason === null) return { state: 'active', reason: null };
    // A name server that is away proves nothing.
    if (isUnknown) return { state: 'active', reason, nextInSeconds: CONFIRM_SECONDS };
    const isConfirmed = claim.goneSince !== null && secondsSince(claim.goneSince, now) >= CONFIRM_SECONDS - 1;
    if (!isConfirmed) return { state: 'active', reason, isGone: true, nextInSeconds: CONFIRM_SECONDS };
    return { state: 'verifying', reason };
  }
  if (reason === null && identity?.isVerified && isFirst)
    return { state: 'active', reason: null, isProven: true };
  const waitsFor = reason ?? (isFirst ? PROPAGATING : TAKEN);
  if (secondsSince(claim.stateSince, now) <= GIVE_UP_SECONDS) return { state: 'verifying', reason: waitsFor };
  return {
    state: 'failed',
    reason: `${waitsFor} We stopped checking after 7 days. Add the sender again to start over.`,
  };
}

/** What the mail service has. It gives up after three days; with the records there, it starts over. */
async function askIdentity(
  { identities }: ReconcileSenderServices,
  domain: string,
  mayRenew: boolean,
): Promise<Identity | null> {
  const identity = await identities.claim(domain);
  if (!identity?.hasFailed || !mayRenew) return identity;
  await identities.remove(domain);
  return identities.claim(domain);
}

/** Names under `.test` have no DNS: what the mail service has seen is there. */
const testRecords = (of: Parameters<typeof recordsOf>[0], details: SenderDetails, isVerified: boolean) => ({
  found: isVerified ? recordsOf(of, details).map(keyOf) : [],
  dmarc: undefined,
  reason: isVerified ? null : 'Names under .test become active after 2 seconds, without DNS.',
  isUnknown: false,
  texts: [],
});

async function look(
  services: ReconcileSenderServices,
  job: DomainJob,
  claim: DomainClaim,
  claims: readonly DomainClaim[],
  now: () => Date,
): Promise<SenderFinding> {
  const { senderWork, dns, region } = services;
  const { accountId, state } = claim;
  const { domain } = job;
  if (isTaken(claim, claims, now())) return { state: 'failed', reason: TAKEN, details: null };
  if (accountId === null) return { state: 'failed', reason: null, details: null };
  const of = { domain, accountId, region };
  const known = await senderWork.details(claim.id);
  const isTest = isTestDomain(domain);
  const seen = isTest ? undefined : await lookUpRecords(dns, of, known);

  // The mail service answers once a second, so it is asked when it may have news.
  const isReady = seen?.reason === null;
  const mayAsk = isTest || isReady || state === 'active' || !known.dkim;
  const identity = mayAsk
    ? await askIdentity(services, domain, isReady).catch(async (error: unknown) => {
        await senderWork.note(job, OUR_SIDE);
        throw error;
      })
    : undefined;
  if (identity === null) return { state: 'failed', reason: FOREIGN, details: null };
  const dkim = identity ? { tokens: identity.tokens, zone: identity.zone } : known.dkim;
  const records = seen ?? testRecords(of, { ...known, ...(dkim && { dkim }) }, identity?.isVerified ?? false);
  const isProven = (each: DomainClaim) => isTest || records.texts.includes(proofValue(each.accountId));
  const isFirst = wins(claim, rivalsOf(claim, claims), isProven);
  const found = records.isUnknown ? known.found : records.found;
  return {
    ...judgeSender(claim, { records, identity }, isFirst, now()),
    details: {
      ...(dkim && { dkim }),
      ...(records.dmarc !== undefined && { dmarc: records.dmarc }),
      ...(found && { found }),
    },
  };
}

/**
 * Compares what DNS and the mail service have for a sender's domain with what they should have, and takes the next step. It
 * waits for name servers that customers name.
 */
export const reconcileSenderJob = defineJob({
  kind: 'reconcile_sender',
  payload: ClaimPayload,
  lane: EXTERNAL_LANE,
  run: (services: ReconcileSenderServices) =>
    reconcileClaim<SenderFinding>({
      ...services,
      claims: services.senderWork,
      look: (...looked) => look(services, ...looked),
      remove: domain => services.identities.remove(domain),
    }),
});
