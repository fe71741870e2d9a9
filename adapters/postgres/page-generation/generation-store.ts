import type pg from 'pg';
import {
  type GenerationStore,
  RESERVATION_SECONDS,
  secondsUntilGeneration,
} from '../../../core/page-generation/generation-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { takeRequest } from '../kernel/take-request.ts';
import { inTransaction } from '../kernel/transaction.ts';

/** The generations of account `$1` in this month (UTC): delivered, or reserved and under way. */
export const COUNT_GENERATIONS = `(
  SELECT count(*)::integer FROM ai_generations
  WHERE account_id = $1 AND created_at >= date_trunc('month', now(), 'UTC')
    AND (reserved_until IS NULL OR reserved_until > now()))`;

/** {@link GenerationStore} on Postgres. */
export const createGenerationStore = (pool: pg.Pool): GenerationStore => ({
  reserve: ({ accountId, quota, pace }) =>
    inTransaction(pool, async client => {
      // So that parallel requests do not take the same place.
      await lockKey(client, 'generations', accountId);
      const { rows: counted } = await client.query<{ used: number; now: Date }>(
        `SELECT ${COUNT_GENERATIONS} AS used, now()`,
        [accountId],
      );
      const { used, now } = counted[0] ?? { used: quota, now: new Date() };
      const quotaWait = secondsUntilGeneration(used, quota, now);
      if (quotaWait > 0) return { refused: 'quota', waitSeconds: quotaWait };
      const paceWait = await takeRequest(client, Buffer.from(`g${accountId}`), pace);
      if (paceWait > 0) return { refused: 'pace', waitSeconds: paceWait };
      await client.query('DELETE FROM ai_generations WHERE account_id = $1 AND reserved_until <= now()', [
        accountId,
      ]);
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO ai_generations (account_id, reserved_until)
         VALUES ($1, now() + make_interval(secs => $2)) RETURNING id`,
        [accountId, RESERVATION_SECONDS],
      );
      const [reserved] = rows;
      if (!reserved) throw new Error('INSERT returned no row');
      return reserved;
    }),

  async keep(id) {
    await pool.query('UPDATE ai_generations SET reserved_until = NULL WHERE id = $1', [id]);
  },

  async giveBack(id) {
    await pool.query('DELETE FROM ai_generations WHERE id = $1', [id]);
  },
});
