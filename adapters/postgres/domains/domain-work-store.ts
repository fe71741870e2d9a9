import type pg from 'pg';
import { type DomainClaim, TAKEN } from '../../../core/domains/domain-claim.ts';
import type { DomainJob, DomainWorkStore } from '../../../core/domains/domain-work-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { HELD } from './domain-store.ts';

/**
 * Replaces this job with one for the claim's current version, unless there already is one: two jobs of a claim
 * become one again. The caller holds the lock of the claim's row, so that they take turns.
 */
async function replaceJob(client: pg.ClientBase, job: DomainJob, seconds: number): Promise<void> {
  await client.query('DELETE FROM outbox WHERE id = $1 AND attempts = $2', [job.id, job.attempts]);
  await client.query(
    `SELECT enqueue_domain_check(d, make_interval(secs => $2)) FROM custom_domains d
     WHERE d.id = $1 AND NOT EXISTS (
       SELECT FROM outbox o WHERE o.waitlist_id = d.id AND o.kind = 'reconcile_domain' AND o.parked_at IS NULL
         AND (o.payload->>'version')::integer = d.version)`,
    [job.claimId, seconds],
  );
}

/** Makes the other claims fail, now that this one is active. */
const failRivals = (client: pg.ClientBase, job: DomainJob) =>
  client.query(
    `UPDATE custom_domains
     SET state = 'failed', reason = $3, state_since = clock_timestamp(), checked_at = clock_timestamp(),
         version = version + 1
     WHERE domain = $1 AND id <> $2 AND waitlist_id IS NOT NULL AND state <> 'failed'`,
    [job.domain, job.claimId, TAKEN],
  );

/** {@link DomainWorkStore} on Postgres. */
export function createDomainWorkStore(pool: pg.Pool): DomainWorkStore {
  return {
    async list(domain) {
      const { rows } = await pool.query<DomainClaim>({
        name: 'list-domain-claims',
        text: `SELECT id, waitlist_id AS "waitlistId", state, checked_at AS "checkedAt", state_since AS "stateSince",
                      last_active_at AS "lastActiveAt", gone_since AS "goneSince", version
               FROM custom_domains WHERE domain = $1`,
        values: [domain],
      });
      return rows;
    },

    record: (job, { state, reason, isGone = false, isProven = false }, nextInSeconds) =>
      inTransaction(pool, async client => {
        await lockKey(client, 'domain', job.domain);
        const { rowCount } = await client.query(
          `UPDATE custom_domains AS d
           SET state_since = CASE WHEN state = $3 THEN state_since ELSE clock_timestamp() END,
               last_active_at = CASE WHEN $3 <> 'verifying' THEN NULL
                                     WHEN state = 'active' THEN clock_timestamp() ELSE last_active_at END,
               gone_since = CASE WHEN $5 THEN coalesce(gone_since, clock_timestamp()) END,
               state = $3, reason = $4, checked_at = clock_timestamp()
           WHERE id = $1 AND version = $2 AND NOT ($3 = 'active' AND EXISTS (
             SELECT FROM custom_domains o WHERE o.domain = d.domain AND o.id <> d.id
               AND (${HELD('o')} OR NOT $6 AND o.waitlist_id IS NOT NULL AND o.state = 'verifying')))`,
          [job.claimId, job.version, state, reason, isGone, isProven],
        );
        if (rowCount !== 1) return false;
        if (state === 'active') await failRivals(client, job);
        await replaceJob(client, job, nextInSeconds);
        return true;
      }),

    postpone: (job, nextInSeconds) =>
      inTransaction(pool, async client => {
        const { rowCount } = await client.query(
          'SELECT FROM custom_domains WHERE id = $1 AND version = $2 FOR UPDATE',
          [job.claimId, job.version],
        );
        if (rowCount === 1) await replaceJob(client, job, nextInSeconds);
        return rowCount === 1;
      }),

    async note(job, reason) {
      await pool.query(
        `UPDATE custom_domains SET reason = $3, checked_at = clock_timestamp() WHERE id = $1 AND version = $2`,
        [job.claimId, job.version, reason],
      );
    },

    async hasten(claims) {
      // Always a job of its own: the existing job may already have passed this check.
      await pool.query(
        `SELECT enqueue_domain_check(d, interval '0') FROM custom_domains d WHERE d.id = ANY ($1)`,
        [claims.map(({ id }) => id)],
      );
    },

    async cleanUp({ claimId, domain, version }) {
      await pool.query(
        `INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('reconcile_domain', $1, $2)`,
        [claimId, { claimId, domain, version }],
      );
    },

    async forget(job) {
      const { rowCount } = await pool.query(
        'DELETE FROM custom_domains WHERE id = $1 AND version = $2 AND waitlist_id IS NULL',
        [job.claimId, job.version],
      );
      return rowCount === 1;
    },
  };
}
