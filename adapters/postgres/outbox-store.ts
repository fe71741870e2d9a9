import type pg from 'pg';
import type { OutboxBacklog, OutboxClaim, OutboxJob, OutboxStore } from '../../core/outbox/outbox-store.ts';

const byAge = (a: OutboxJob, b: OutboxJob): number => a.createdAt.getTime() - b.createdAt.getTime();

/** {@link OutboxStore} on Postgres. `attempts` is the fencing token: every claim raises it, every end compares it. */
export function createOutboxStore(pool: pg.Pool): OutboxStore {
  async function changed(name: string, text: string, values: readonly unknown[]): Promise<number> {
    const { rowCount } = await pool.query({ name, text, values: [...values] });
    return rowCount ?? 0;
  }

  return {
    async claim({ lanes, leaseSeconds }) {
      const { rows } = await pool.query<OutboxJob>({
        name: 'outbox-claim',
        text: `SELECT id::text, attempts, kind, waitlist_id AS "waitlistId", payload, created_at AS "createdAt"
               FROM claim_jobs($1, $2, $3, make_interval(secs => $4))`,
        values: [
          lanes.map(({ kind }) => kind),
          lanes.map(({ room }) => room),
          lanes.map(({ perAccount }) => perAccount),
          leaseSeconds,
        ],
      });
      return rows.sort(byAge);
    },

    complete: claims =>
      changed(
        'outbox-complete',
        `DELETE FROM outbox o USING unnest($1::bigint[], $2::integer[]) AS c (id, attempts)
         WHERE o.id = c.id AND o.attempts = c.attempts AND o.parked_at IS NULL`,
        [claims.map(claim => claim.id), claims.map(claim => claim.attempts)],
      ),

    // A new row instead of a reset counter, so that an old claim can never match again.
    again: async (claim: OutboxClaim) =>
      (await changed(
        'outbox-again',
        `WITH gone AS (
           DELETE FROM outbox WHERE id = $1 AND attempts = $2 AND parked_at IS NULL
           RETURNING kind, turn, waitlist_id, payload
         )
         INSERT INTO outbox (kind, turn, waitlist_id, payload) SELECT kind, turn, waitlist_id, payload FROM gone`,
        [claim.id, claim.attempts],
      )) === 1,

    retry: async (claim, { delaySeconds, error }) =>
      (await changed(
        'outbox-retry',
        `UPDATE outbox
         SET available_at = clock_timestamp() + make_interval(secs => $3), last_error = $4
         WHERE id = $1 AND attempts = $2 AND parked_at IS NULL`,
        [claim.id, claim.attempts, delaySeconds, error],
      )) === 1,

    park: async (claim, error) =>
      (await changed(
        'outbox-park',
        `UPDATE outbox SET parked_at = clock_timestamp(), last_error = $3
         WHERE id = $1 AND attempts = $2 AND parked_at IS NULL`,
        [claim.id, claim.attempts, error],
      )) === 1,

    async backlog() {
      const { rows } = await pool.query<OutboxBacklog>(
        `SELECT (SELECT count(*)::integer FROM outbox WHERE parked_at IS NOT NULL) AS parked,
                greatest(0, extract(epoch FROM clock_timestamp() - (
                  SELECT min(available_at) FROM outbox WHERE parked_at IS NULL)))::integer AS "overdueSeconds"`,
      );
      return rows[0] ?? { parked: 0, overdueSeconds: 0 };
    },
  };
}
