import type pg from 'pg';
import type { OutboxBacklog, OutboxJob, OutboxStore } from '../../../core/outbox/outbox-store.ts';

const byAge = (a: OutboxJob, b: OutboxJob): number => a.createdAt.getTime() - b.createdAt.getTime();

/** Made due in one call, of which there is one a minute. */
const RETRIED_AT_ONCE = 1_000;

/** {@link OutboxStore} on Postgres. `attempts` is the fencing token: every claim raises it, every end compares it. */
export function createOutboxStore(pool: pg.Pool): OutboxStore {
  return {
    async claim({ lanes, leaseSeconds }) {
      const { rows } = await pool.query<OutboxJob>({
        name: 'outbox-claim',
        text: `SELECT id::text, attempts, failures, kind, coalesce(lane, kind) AS lane, waitlist_id AS "waitlistId", payload, created_at AS "createdAt"
               FROM claim_jobs($1, $2, $3, make_interval(secs => $4))`,
        values: [
          lanes.map(({ lane }) => lane),
          lanes.map(({ room }) => room),
          lanes.map(({ perAccount }) => perAccount),
          leaseSeconds,
        ],
      });
      return rows.sort(byAge);
    },

    async end(ends) {
      if (ends.length === 0) return 0;
      const { rows } = await pool.query<{ ended: number }>({
        name: 'outbox-end',
        text: `WITH ends AS MATERIALIZED (
                 SELECT o.id, e.fate, e.lane, e."delaySeconds", e.reason
                 FROM jsonb_to_recordset($1) AS e (
                   id bigint, attempts integer, fate text, lane text, "delaySeconds" float8, reason text)
                 JOIN outbox o ON o.id = e.id AND o.attempts = e.attempts AND o.parked_at IS NULL
                 -- In one order, so that two calls never wait for each other.
                 ORDER BY o.id FOR UPDATE OF o
               ), gone AS (
                 DELETE FROM outbox o USING ends e WHERE o.id = e.id AND e.fate IN ('done', 'more')
                 RETURNING e.fate, o.kind, o.lane, o.turn, o.waitlist_id, o.payload
               ), again AS (
                 -- A new row instead of a reset counter, so that an old claim can never match again.
                 INSERT INTO outbox (kind, lane, turn, waitlist_id, payload)
                 SELECT kind, lane, turn, waitlist_id, payload FROM gone WHERE fate = 'more'
               ), kept AS (
                 UPDATE outbox o
                 SET lane = coalesce(e.lane, o.lane), available_at = clock_timestamp() + make_interval(secs => coalesce(e."delaySeconds", 0)),
                     parked_at = CASE WHEN e.fate = 'parked' THEN clock_timestamp() END,
                     failures = o.failures + (e.fate = 'retried')::integer, last_error = e.reason
                 FROM ends e WHERE o.id = e.id AND e.fate IN ('moved', 'postponed', 'retried', 'parked')
               )
               SELECT count(*) AS ended FROM ends`,
        values: [JSON.stringify(ends.map(({ id, attempts, ...fate }) => ({ id, attempts, ...fate })))],
      });
      return Number(rows[0]?.ended ?? 0);
    },

    async retryParked() {
      // Their failures stay, so that one that fails is parked again at once.
      await pool.query(
        `UPDATE outbox SET parked_at = NULL, available_at = clock_timestamp()
         WHERE id IN (SELECT id FROM outbox WHERE parked_at <= now() - interval '1 day' ORDER BY parked_at LIMIT $1)`,
        [RETRIED_AT_ONCE],
      );
    },

    async adoptMoved() {
      await pool.query('SELECT adopt_moved_jobs()');
    },

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
