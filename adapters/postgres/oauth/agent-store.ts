import type pg from 'pg';
import { isScope } from '../../../core/kernel/scopes.ts';
import type { AgentRecord, AgentStore } from '../../../core/oauth/agent-store.ts';

type Row = Omit<AgentRecord, 'redirectUris' | 'scopes'> & {
  readonly redirectUris: string[] | null;
  readonly scopes: string[];
};

/** Each consent is a row, so there is no end to them. */
const LISTED = 200;

/** {@link AgentStore} on Postgres. */
export function createAgentStore(pool: pg.Pool): AgentStore {
  return {
    async list(accountId) {
      const { rows } = await pool.query<Row>(
        `SELECT g.id, c.name, c.metadata->'redirect_uris' AS "redirectUris", g.scopes,
                g.created_at AS "createdAt", g.last_used_at AS "lastUsedAt"
         FROM oauth_grants g JOIN oauth_clients c ON c.id = g.client_id
         WHERE g.account_id = $1 AND g.expires_at > now() ORDER BY g.created_at DESC, g.id LIMIT ${LISTED}`,
        [accountId],
      );
      return rows.map(({ redirectUris, scopes, ...row }) => ({
        ...row,
        redirectUris: redirectUris ?? [],
        scopes: scopes.filter(isScope),
      }));
    },

    async remove(accountId, id) {
      // Foreign keys delete its codes and tokens too.
      const { rowCount } = await pool.query('DELETE FROM oauth_grants WHERE account_id = $1 AND id = $2', [
        accountId,
        id,
      ]);
      return rowCount === 1;
    },
  };
}
