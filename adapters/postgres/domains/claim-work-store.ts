import type pg from 'pg';
import { type DomainClaim, HOLD_DAYS, TAKEN } from '../../../core/domains/domain-claim.ts';
import type { ClaimFinding, ClaimWorkStore, DomainJob } from '../../../core/domains/domain-work-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';

/** A table of claims on domains, with the columns of `custom_domains`. */
export interface ClaimTable<Finding extends ClaimFinding> {
  readonly table: 'custom_domains' | 'sender_domains';
  /** Whether somebody uses a claim. @param claim - the name of a row of the table */
  readonly isWanted: (claim: string) => string;
  /** The kind of the jobs that check it, and the function that writes one. */
  readonly kind: 'reconcile_domain' | 'reconcile_sender';
  readonly enqueue: 'enqueue_domain_check' | 'enqueue_sender_check';
  readonly lock: 'domain' | 'sender';
  /** What is kept of a finding in the column `details`, besides the rest; null leaves it as it is. */
  readonly kept?: (finding: Finding) => object | null;
}

/** Whether a claim keeps other accounts out (`heldForMs` in core/domains). */
export const HELD = (claim: string): string => `(${claim}.state = 'active'
  OR ${claim}.state = 'verifying' AND ${claim}.last_active_at > now() - interval '${HOLD_DAYS} days')`;

/**
 * Replaces this job with one for the claim's current version, unless there already is one: two jobs of a claim
 * become one again. The caller holds the lock of the claim's row, so that they take turns.
 */
async function replaceJob(
  client: pg.ClientBase,
  { table, kind, enqueue }: Pick<ClaimTable<never>, 'table' | 'kind' | 'enqueue'>,
  job: DomainJob,
  seconds: number,
): Promise<void> {
  await client.query('DELETE FROM outbox WHERE id = $1 AND attempts = $2', [job.id, job.attempts]);
  await client.query(
    `SELECT ${enqueue}(d, make_interval(secs => $2)) FROM ${table} d
     WHERE d.id = $1 AND NOT EXISTS (
       SELECT FROM outbox o WHERE o.waitlist_id = d.id AND o.kind = '${kind}' AND o.parked_at IS NULL
         AND (o.payload->>'version')::integer = d.version)`,
    [job.claimId, seconds],
  );
}

/** Makes the other claims fail, now that this one is active. */
const failRivals = <Finding extends ClaimFinding>(
  client: pg.ClientBase,
  { table, isWanted }: ClaimTable<Finding>,
  job: DomainJob,
) =>
  client.query(
    `UPDATE ${table} AS d
     SET state = 'failed', reason = $3, state_since = clock_timestamp(), checked_at = clock_timestamp(),
         version = version + 1
     WHERE domain = $1 AND id <> $2 AND ${isWanted('d')} AND state <> 'failed'`,
    [job.domain, job.claimId, TAKEN],
  );

/** Saves what a check found, unless the claim changed since, or another account's claim on the domain comes first. */
const saveFinding = <Finding extends ClaimFinding>(
  { table, isWanted }: ClaimTable<Finding>,
  hasDetails: boolean,
): string =>
  `UPDATE ${table} AS d
   SET state_since = CASE WHEN state = $3 THEN state_since ELSE clock_timestamp() END,
       last_active_at = CASE WHEN $3 <> 'verifying' THEN NULL
                             WHEN state = 'active' THEN clock_timestamp() ELSE last_active_at END,
       gone_since = CASE WHEN $5 THEN coalesce(gone_since, clock_timestamp()) END,
       ${hasDetails ? 'details = $7,' : ''}
       state = $3, reason = $4, checked_at = clock_timestamp()
   WHERE id = $1 AND version = $2 AND NOT ($3 = 'active' AND EXISTS (
     SELECT FROM ${table} o WHERE o.domain = d.domain AND o.id <> d.id
       AND (${HELD('o')} OR NOT $6 AND ${isWanted('o')} AND o.state = 'verifying')))`;

/** {@link ClaimWorkStore} on Postgres. */
export function createClaimWorkStore<Finding extends ClaimFinding>(
  pool: pg.Pool,
  of: ClaimTable<Finding>,
): ClaimWorkStore<Finding> {
  const { table, isWanted, kind, enqueue, lock, kept } = of;

  return {
    async list(domain) {
      const { rows } = await pool.query<DomainClaim>({
        name: `list-${table}`,
        text: `SELECT id, account_id AS "accountId", ${isWanted('d')} AS "isWanted", state, checked_at AS "checkedAt",
                      state_since AS "stateSince", last_active_at AS "lastActiveAt", gone_since AS "goneSince", version
               FROM ${table} d WHERE domain = $1`,
        values: [domain],
      });
      return rows;
    },

    record: (job, finding, nextInSeconds) =>
      inTransaction(pool, async client => {
        const { state, reason, isGone = false, isProven = false } = finding;
        const details = kept?.(finding) ?? null;
        await lockKey(client, lock, job.domain);
        const values = [job.claimId, job.version, state, reason, isGone, isProven];
        const { rowCount } = await client.query(
          saveFinding(of, details !== null),
          details ? [...values, details] : values,
        );
        if (rowCount !== 1) return false;
        if (state === 'active') await failRivals(client, of, job);
        await replaceJob(client, of, job, nextInSeconds);
        return true;
      }),

    postpone: (job, nextInSeconds) =>
      inTransaction(pool, async client => {
        const { rowCount } = await client.query(
          `SELECT FROM ${table} WHERE id = $1 AND version = $2 FOR UPDATE`,
          [job.claimId, job.version],
        );
        if (rowCount === 1) await replaceJob(client, of, job, nextInSeconds);
        return rowCount === 1;
      }),

    async note(job, reason) {
      await pool.query(
        `UPDATE ${table} SET reason = $3, checked_at = clock_timestamp() WHERE id = $1 AND version = $2`,
        [job.claimId, job.version, reason],
      );
    },

    async hasten(claims) {
      // Always a job of its own: the existing job may already have passed this check.
      await pool.query(`SELECT ${enqueue}(d, interval '0') FROM ${table} d WHERE d.id = ANY ($1)`, [
        claims.map(({ id }) => id),
      ]);
    },

    async cleanUp({ claimId, domain, version }) {
      await pool.query(`INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('${kind}', $1, $2)`, [
        claimId,
        { claimId, domain, version },
      ]);
    },

    async forget(job) {
      const { rowCount } = await pool.query(
        `DELETE FROM ${table} d WHERE id = $1 AND version = $2 AND NOT ${isWanted('d')}`,
        [job.claimId, job.version],
      );
      return rowCount === 1;
    },
  };
}
