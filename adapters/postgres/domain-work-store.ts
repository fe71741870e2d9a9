import type pg from 'pg';
import type { DomainClaim, DomainWorkStore } from '../../core/domains/domain-work-store.ts';
import { inTransaction } from './transaction.ts';

/** {@link DomainWorkStore} on Postgres. */
export function createDomainWorkStore(pool: pg.Pool): DomainWorkStore {
  /**
   * Replaces this job with one for the domain's current version, unless there already is one: two jobs of a domain
   * become one again. The caller holds the lock of the domain's row, so that they take turns.
   */
  async function replaceJob(
    client: pg.ClientBase,
    job: Parameters<DomainWorkStore['postpone']>[0],
    seconds: number,
  ): Promise<void> {
    await client.query('DELETE FROM outbox WHERE id = $1 AND attempts = $2', [job.id, job.attempts]);
    await client.query(
      `SELECT enqueue_domain_check(d, make_interval(secs => $2)) FROM custom_domains d
       WHERE d.domain = $1 AND NOT EXISTS (
         SELECT FROM outbox o WHERE o.waitlist_id = d.id AND o.kind = 'reconcile_domain' AND o.parked_at IS NULL
           AND (o.payload->>'version')::integer = d.version)`,
      [job.domain, seconds],
    );
  }

  return {
    async find(domain) {
      const { rows } = await pool.query<DomainClaim>({
        name: 'find-domain-claim',
        text: `SELECT domain, waitlist_id AS "waitlistId", state, checked_at AS "checkedAt", state_since AS "stateSince",
                      released_at AS "releasedAt", version
               FROM custom_domains WHERE domain = $1`,
        values: [domain],
      });
      return rows[0] ?? null;
    },

    record: (job, { state, reason }, nextInSeconds) =>
      inTransaction(pool, async client => {
        const { rowCount } = await client.query(
          `UPDATE custom_domains
           SET state_since = CASE WHEN state = $3 THEN state_since ELSE clock_timestamp() END,
               state = $3, reason = $4, checked_at = clock_timestamp()
           WHERE domain = $1 AND version = $2`,
          [job.domain, job.version, state, reason],
        );
        if (rowCount === 1) await replaceJob(client, job, nextInSeconds);
        return rowCount === 1;
      }),

    postpone: (job, nextInSeconds) =>
      inTransaction(pool, async client => {
        const { rowCount } = await client.query(
          'SELECT FROM custom_domains WHERE domain = $1 AND version = $2 FOR UPDATE',
          [job.domain, job.version],
        );
        if (rowCount === 1) await replaceJob(client, job, nextInSeconds);
        return rowCount === 1;
      }),

    async note(job, reason) {
      await pool.query(
        `UPDATE custom_domains SET reason = $3, checked_at = clock_timestamp() WHERE domain = $1 AND version = $2`,
        [job.domain, job.version, reason],
      );
    },

    hasten: domain =>
      inTransaction(pool, async client => {
        const { rows } = await client.query<{ id: string; version: number }>(
          'SELECT id, version FROM custom_domains WHERE domain = $1 FOR UPDATE',
          [domain],
        );
        const [claim] = rows;
        if (!claim) return;
        const { rowCount } = await client.query(
          `UPDATE outbox SET available_at = least(available_at, clock_timestamp())
           WHERE waitlist_id = $1 AND kind = 'reconcile_domain' AND (payload->>'version')::integer = $2
             AND parked_at IS NULL`,
          [claim.id, claim.version],
        );
        if (rowCount) return;
        await client.query(
          `SELECT enqueue_domain_check(d, interval '0') FROM custom_domains d WHERE d.domain = $1`,
          [domain],
        );
      }),

    async forget(job) {
      const { rowCount } = await pool.query(
        'DELETE FROM custom_domains WHERE domain = $1 AND version = $2 AND released_at IS NOT NULL',
        [job.domain, job.version],
      );
      return rowCount === 1;
    },
  };
}
