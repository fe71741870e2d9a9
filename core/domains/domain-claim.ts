import type { DomainState } from './domain-store.ts';

/** Days for which only the last account can connect a domain again that was active. */
export const HOLD_DAYS = 7;
const HOLD_MS = HOLD_DAYS * 86_400_000;

/** An account's claim on a domain, as the worker sees it. Several accounts may claim one name, for a page or as a sender. */
export interface DomainClaim {
  readonly id: string;
  /** Null once it is deleted. */
  readonly accountId: string | null;
  /** Somebody uses it: false after release. */
  readonly isWanted: boolean;
  readonly state: DomainState;
  readonly checkedAt: Date | null;
  readonly stateSince: Date;
  /** When it stopped being active; null while it is active, and if it never was. */
  readonly lastActiveAt: Date | null;
  /** Since when the active domain has had no DNS record. */
  readonly goneSince: Date | null;
  readonly version: number;
}

/** The TXT record that shows which of several claims is the domain owner's. */
export interface ProofRecord {
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

export const proofName = (domain: string): string => `_anteroom.${domain}`;

/** A name of its own, because a name with a CNAME can have no other record. */
export const toProof = (domain: string, claimId: string): ProofRecord => ({
  type: 'TXT',
  name: proofName(domain),
  value: `anteroom-domain=${claimId}`,
});

/** The reason of a claim that lost. */
export const TAKEN =
  'Another account connected this domain first, or proved that it is theirs. If it is yours, remove its DNS records for a week, then connect it again.';

export const isConnected = ({ isWanted, state }: DomainClaim): boolean => isWanted && state !== 'failed';

/** Milliseconds for which the claim still keeps other accounts out; 0 if it does not, Infinity while it is active. */
export function heldForMs({ state, lastActiveAt }: DomainClaim, now: Date): number {
  if (state === 'active') return Number.POSITIVE_INFINITY;
  if (state === 'failed' || lastActiveAt === null) return 0;
  return Math.max(0, lastActiveAt.getTime() + HOLD_MS - now.getTime());
}

/** The connected claims that compete with this one, unless the domain is held for one of them. */
export const rivalsOf = (claim: DomainClaim, claims: readonly DomainClaim[]): readonly DomainClaim[] =>
  claims.filter(each => each.id !== claim.id && isConnected(each));

/** Whether somebody else holds the domain. */
export const isTaken = (claim: DomainClaim, claims: readonly DomainClaim[], now: Date): boolean =>
  claims.some(each => each.id !== claim.id && heldForMs(each, now) > 0);

const byAge = (a: DomainClaim, b: DomainClaim): number =>
  a.stateSince.getTime() - b.stateSince.getTime() || (a.id < b.id ? -1 : 1);

/**
 * Whether a claim that competes with `rivals` may become active: it is the oldest of those that are proven.
 * @param isProven - whether a claim's TXT record is there
 */
export const wins = (
  claim: DomainClaim,
  rivals: readonly DomainClaim[],
  isProven: (claim: DomainClaim) => boolean,
): boolean => [claim, ...rivals].filter(isProven).sort(byAge)[0]?.id === claim.id;
