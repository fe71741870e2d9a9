import type pg from 'pg';
import type { ActiveDomains } from '../../../core/domains/domain-store.ts';

/** {@link ActiveDomains} on Postgres. Apart from the other stores, for functions that need nothing else of domains. */
export const createActiveDomains = (pool: pg.Pool): ActiveDomains => ({
  async of(waitlistId) {
    const { rows } = await pool.query<{ domain: string }>(
      `SELECT domain FROM custom_domains WHERE waitlist_id = $1 AND state = 'active'`,
      [waitlistId],
    );
    return rows[0]?.domain ?? null;
  },
});
