import type pg from 'pg';
import type { DbType } from '../../core/customer-database/connector.ts';
import type { DatabaseStore } from '../../core/customer-database/database-store.ts';

interface Row {
  readonly waitlistId: string;
  readonly slug: string;
  readonly dbType: DbType | null;
  readonly tableName: string;
  readonly attachedAt: Date;
}

/** {@link DatabaseStore} on Postgres. */
export function createDatabaseStore(pool: pg.Pool): DatabaseStore {
  return {
    async find(accountId, ref) {
      const [column, value] = 'id' in ref ? ['id', ref.id] : ['slug', ref.slug];
      const { rows } = await pool.query<Row>(
        `SELECT w.id AS "waitlistId", w.slug, a.db_type AS "dbType", a.table_name AS "tableName",
                a.attached_at AS "attachedAt"
         FROM waitlists w LEFT JOIN database_attachments a ON a.id = w.database_id
         WHERE w.account_id = $1 AND w.${column} = $2`,
        [accountId, value],
      );
      const [row] = rows;
      if (!row) return null;
      const { waitlistId, slug, dbType, tableName, attachedAt } = row;
      return { waitlistId, slug, attachment: dbType && { dbType, tableName, attachedAt } };
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
