import { toProof } from './domain-claim.ts';
import type { DomainRecord } from './domain-store.ts';
import type { CnameRecord, Domain } from './schemas.ts';

/** The DNS record that the owner has to create. */
export const toCname = (domain: string, fallbackOrigin: string): CnameRecord => ({
  type: 'CNAME',
  name: domain,
  value: fallbackOrigin,
});

/** A waitlist's domain as the API returns it. */
export function toDomain(record: DomainRecord | null, fallbackOrigin: string): Domain {
  if (!record) return { domain: null, state: 'none', cname: null, txt: null, reason: null, checkedAt: null };
  const { id, domain, state, reason, checkedAt, isContested } = record;
  return {
    domain,
    state,
    cname: toCname(domain, fallbackOrigin),
    txt: isContested ? toProof(domain, id) : null,
    reason,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}
