import type pg from 'pg';
import type { DomainWorkStore } from '../../../core/domains/domain-work-store.ts';
import { createClaimWorkStore } from './claim-work-store.ts';

/** {@link DomainWorkStore} on Postgres. */
export const createDomainWorkStore = (pool: pg.Pool): DomainWorkStore =>
  createClaimWorkStore(pool, {
    table: 'custom_domains',
    isWanted: claim => `(${claim}.waitlist_id IS NOT NULL)`,
    kind: 'reconcile_domain',
    enqueue: 'enqueue_domain_check',
    lock: 'domain',
  });
