import type pg from 'pg';
import {
  type Admission,
  CALL_LEASE_SECONDS,
  CALLS_PER_ACCOUNT,
  MAX_FAILURES,
  type OutsideCalls,
  PAUSE_SECONDS,
} from '../../../core/customer-database/outside-calls.ts';

/** {@link OutsideCalls} on Postgres. */
export const createOutsideCalls = (pool: pg.Pool): OutsideCalls => ({
  async begin({ accountId, attachmentId }) {
    const { rows } = await pool.query<Admission>({
      name: 'begin-outside-call',
      text: `SELECT call AS id, refusal, retry_seconds AS "retrySeconds"
             FROM begin_outside_call($1, $2, $3, make_interval(secs => $4), $5)`,
      values: [accountId, attachmentId, CALLS_PER_ACCOUNT, CALL_LEASE_SECONDS, MAX_FAILURES],
    });
    const [admission] = rows;
    if (!admission) throw new Error('begin_outside_call returned no row');
    return admission;
  },

  async end(id, { attachmentId }, failed) {
    await pool.query({
      name: 'end-outside-call',
      text: 'SELECT end_outside_call($1, $2, $3, make_interval(secs => $4))',
      values: [id, attachmentId, failed, PAUSE_SECONDS],
    });
  },
});
