import type pg from 'pg';
import type { GenerationStore, Reservation } from '../../core/page-generation/generation-store.ts';

interface ReservationRow {
  readonly generation: string | null;
  readonly refused: 'quota' | 'pace' | null;
  readonly waitSeconds: number | null;
}

function toReservation(row: ReservationRow | undefined): Reservation {
  if (row?.generation) return { id: row.generation };
  if (!row?.refused) throw new Error('reserve_generation gave no row');
  return { refused: row.refused, waitSeconds: row.waitSeconds ?? 1 };
}

/** {@link GenerationStore} on Postgres. */
export const createGenerationStore = (pool: pg.Pool): GenerationStore => ({
  async reserve({ accountId, quota, attempts, windowMs }) {
    const { rows } = await pool.query<ReservationRow>(
      `SELECT generation, refused, wait_seconds AS "waitSeconds" FROM reserve_generation($1, $2, $3, $4)`,
      [accountId, quota, attempts, windowMs],
    );
    return toReservation(rows[0]);
  },

  async keep(id) {
    await pool.query('UPDATE ai_generations SET reserved_until = NULL WHERE id = $1', [id]);
  },

  async giveBack(id) {
    await pool.query('DELETE FROM ai_generations WHERE id = $1', [id]);
  },
});
