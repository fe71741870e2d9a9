import type { DomainRecord } from './domain-store.ts';
import type { CnameRecord, Domain } from './schemas.ts';

/** The record that a domain's holder makes. */
export const toCname = (domain: string, fallbackOrigin: string): CnameRecord => ({
  type: 'CNAME',
  name: domain,
  value: fallbackOrigin,
});

/** What an answer shows of the domain of a waitlist. */
export function toDomain(record: DomainRecord | null, fallbackOrigin: string): Domain {
  if (!record) return { domain: null, state: 'none', cname: null, reason: null, checkedAt: null };
  const { domain, state, reason, checkedAt } = record;
  return {
    domain,
    state,
    cname: toCname(domain, fallbackOrigin),
    reason,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}
