import type pg from 'pg';
import type { AttachmentRecord, DatabaseStore } from '../../../core/customer-database/database-store.ts';

/** {@link DatabaseStore} on Postgres. */
export function createDatabaseStore(pool: pg.Pool): DatabaseStore {
  return {
    async find(accountId, waitlistId) {
      const { rows } = await pool.query<AttachmentRecord>(
        `SELECT a.db_type AS "dbType", a.table_name AS "tableName", a.attached_at AS "attachedAt"
         FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
         WHERE w.account_id = $1 AND w.id = $2`,
        [accountId, waitlistId],
      );
      return rows[0] ?? null;
    },

    async attach(accountId, waitlistId, { dbType, tableName, identityDigest, connection }) {
      const { rows } = await pool.query<{ attachedAt: Date | null }>(
        'SELECT attach_database($1, $2, $3, $4, $5, $6) AS "attachedAt"',
        [accountId, waitlistId, dbType, tableName, identityDigest, connection],
      );
      const attachedAt = rows[0]?.attachedAt;
      return attachedAt ? { dbType, tableName, attachedAt } : null;
    },

    async detach(accountId, waitlistId) {
      const { rows } = await pool.query<{ known: boolean }>('SELECT detach_database($1, $2) AS known', [
        accountId,
        waitlistId,
      ]);
      return rows[0]?.known ?? false;
    },
  };
}
