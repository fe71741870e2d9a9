import type pg from 'pg';
import {
  type Claim,
  type IdempotencyStore,
  KEPT_HOURS,
  type KeyedRequest,
  RUNNING_SECONDS,
} from '../../../core/idempotency/idempotency-store.ts';

/** A key that is new, too old to count, or left without an answer by the same request. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k (account_id, operation, key_hash, request_hash, running_until)
  VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => ${RUNNING_SECONDS}))
  ON CONFLICT (account_id, operation, key_hash) DO UPDATE SET
    request_hash = excluded.request_hash,
    running_until = excluded.running_until,
    creation_id = CASE WHEN k.created_at > now() - interval '${KEPT_HOURS} hours' THEN k.creation_id ELSE gen_random_uuid() END,
    answer = NULL,
    created_at = CASE WHEN k.created_at > now() - interval '${KEPT_HOURS} hours' THEN k.created_at ELSE now() END
  WHERE k.created_at <= now() - interval '${KEPT_HOURS} hours'
     OR k.answer IS NULL AND k.running_until <= clock_timestamp() AND k.request_hash = excluded.request_hash
  RETURNING creation_id AS "creationId"`;

const FIND = `
  SELECT creation_id AS "creationId", request_hash = $4 AS "isSame", answer
  FROM idempotency_keys WHERE account_id = $1 AND operation = $2 AND key_hash = $3`;

interface Found {
  readonly creationId: string;
  readonly isSame: boolean;
  readonly answer: Buffer | null;
}

const claimOf = ({ creationId, isSame, answer }: Found): Claim => {
  if (!isSame) return { state: 'reused' };
  return answer ? { state: 'answered', creationId, answer } : { state: 'running' };
};

/** {@link IdempotencyStore} on Postgres. */
export function createIdempotencyStore(pool: pg.Pool): IdempotencyStore {
  const valuesOf = ({ accountId, operation, keyHash }: KeyedRequest) => [accountId, operation, keyHash];
  return {
    async claim(request) {
      const values = [...valuesOf(request), request.requestHash];
      // A key can be swept between the two statements, or its process end.
      for (;;) {
        const claimed = await pool.query<{ creationId: string }>(CLAIM, values);
        if (claimed.rows[0]) return { state: 'run', ...claimed.rows[0] };
        const found = await pool.query<Found>(FIND, values);
        if (found.rows[0]) return claimOf(found.rows[0]);
      }
    },

    async extend(request, creationId) {
      await pool.query(
        `UPDATE idempotency_keys SET running_until = clock_timestamp() + make_interval(secs => ${RUNNING_SECONDS})
         WHERE account_id = $1 AND operation = $2 AND key_hash = $3 AND creation_id = $4 AND answer IS NULL`,
        [...valuesOf(request), creationId],
      );
    },

    async keep(request, creationId, answer) {
      await pool.query(
        `UPDATE idempotency_keys SET answer = $5
         WHERE account_id = $1 AND operation = $2 AND key_hash = $3 AND creation_id = $4`,
        [...valuesOf(request), creationId, answer],
      );
    },

    async release(request, creationId) {
      await pool.query(
        `UPDATE idempotency_keys SET running_until = clock_timestamp()
         WHERE account_id = $1 AND operation = $2 AND key_hash = $3 AND creation_id = $4 AND answer IS NULL`,
        [...valuesOf(request), creationId],
      );
    },

    async sweep() {
      await pool.query(
        `DELETE FROM idempotency_keys WHERE created_at <= now() - interval '${KEPT_HOURS} hours'`,
      );
    },
  };
}
