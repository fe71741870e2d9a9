import pg from 'pg';
import type { DomainRecord, DomainStore } from '../../core/domains/domain-store.ts';
import { HOLD_DAYS } from '../../core/domains/domain-store.ts';

const RECORD = 'd.domain, d.state, d.reason, d.checked_at AS "checkedAt"';

/** A claim that another account may take over: released long enough ago or by that account, or never verified. */
const FREE_FOR = (account: string) => `(
  d.waitlist_id IS NULL AND (d.account_id IS NOT DISTINCT FROM ${account} OR d.released_at <= now() - interval '${HOLD_DAYS} days')
  OR d.state = 'failed')`;

const violates = (error: unknown, code: string, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === code && error.constraint === constraint;

/** {@link DomainStore} on Postgres. Triggers of the table write the jobs that follow a change. */
export function createDomainStore(pool: pg.Pool): DomainStore {
  /** The claim; null if the domain belongs to somebody else. */
  async function claim(accountId: string, waitlistId: string, domain: string, reason: string) {
    const { rows } = await pool.query<DomainRecord>(
      `INSERT INTO custom_domains AS d (domain, account_id, waitlist_id, reason) VALUES ($1, $2, $3, $4)
       ON CONFLICT (domain) DO UPDATE
       SET account_id = excluded.account_id, waitlist_id = excluded.waitlist_id, state = 'verifying',
           reason = excluded.reason, checked_at = NULL, state_since = now(), released_at = NULL,
           version = d.version + 1
       WHERE ${FREE_FOR('excluded.account_id')}
       RETURNING ${RECORD}`,
      [domain, accountId, waitlistId, reason],
    );
    return rows[0] ?? null;
  }

  /** The waitlist's existing claim, checked again now; null if the domain belongs to somebody else. */
  async function own(waitlistId: string, domain: string): Promise<DomainRecord | null> {
    const { rows } = await pool.query<DomainRecord>(
      `WITH hastened AS (
         UPDATE outbox o SET available_at = now() FROM custom_domains d
         WHERE d.domain = $1 AND d.waitlist_id = $2 AND o.waitlist_id = d.id AND o.kind = 'reconcile_domain'
           AND o.parked_at IS NULL AND o.available_at > now()
       )
       SELECT ${RECORD} FROM custom_domains d WHERE d.domain = $1 AND d.waitlist_id = $2`,
      [domain, waitlistId],
    );
    return rows[0] ?? null;
  }

  return {
    async find({ accountId, waitlistId }) {
      const { rows } = await pool.query<DomainRecord>(
        `SELECT ${RECORD} FROM custom_domains d WHERE d.account_id = $1 AND d.waitlist_id = $2`,
        [accountId, waitlistId],
      );
      return rows[0] ?? null;
    },

    async isAvailable({ accountId, waitlistId }, domain) {
      const { rows } = await pool.query(
        `SELECT FROM custom_domains d
         WHERE d.domain = $1 AND d.waitlist_id IS DISTINCT FROM $3::uuid AND NOT ${FREE_FOR('$2::uuid')}`,
        [domain, accountId, waitlistId],
      );
      return rows.length === 0;
    },

    async connect({ accountId, waitlistId }, domain, reason) {
      try {
        const claimed = await claim(accountId, waitlistId, domain, reason);
        return claimed ?? (await own(waitlistId, domain)) ?? 'held';
      } catch (error) {
        if (violates(error, '23505', 'custom_domains_waitlist_id_key')) return 'other_connected';
        if (violates(error, '23503', 'custom_domains_waitlist_id_fkey')) return null;
        throw error;
      }
    },

    async release(waitlistId) {
      await pool.query('SELECT release_domain($1)', [waitlistId]);
    },
  };
}
