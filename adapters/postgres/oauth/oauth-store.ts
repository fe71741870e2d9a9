import type pg from 'pg';
import { isScope } from '../../../core/kernel/scopes.ts';
import {
  AUTHORIZATION_LIMIT,
  CLIENT_DAYS,
  type OAuthStore,
  type Payload,
  REFRESH_LIMIT,
  REGISTRATION_LIMIT,
} from '../../../core/oauth/oauth-store.ts';
import { takeNetworkRequest, takeRequest } from '../kernel/take-request.ts';

type Tokens = Pick<
  OAuthStore,
  | 'findAccessToken'
  | 'saveAccessToken'
  | 'endAccessToken'
  | 'findArtifact'
  | 'saveArtifact'
  | 'consumeArtifact'
  | 'endArtifact'
>;

async function payloadOf(pool: pg.Pool, text: string, id: unknown): Promise<Payload | null> {
  const { rows } = await pool.query<{ payload: Payload }>(text, [id]);
  return rows[0]?.payload ?? null;
}

const createTokens = (pool: pg.Pool): Tokens => ({
  findAccessToken: hash =>
    payloadOf(
      pool,
      'SELECT payload FROM oauth_access_tokens WHERE token_hash = $1 AND expires_at > now()',
      hash,
    ),

  async saveAccessToken({ hash, grantId, scopes, payload, expiresInSeconds }) {
    // Once a day: the tokens of a busy client would wait for each other at one row.
    await pool.query(
      `WITH used AS (
         UPDATE oauth_clients c SET last_used_at = now() FROM oauth_grants g
         WHERE g.id = $2 AND c.id = g.client_id AND c.last_used_at < now() - interval '1 day')
       INSERT INTO oauth_access_tokens (token_hash, grant_id, scopes, payload, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [hash, grantId, scopes, payload, expiresInSeconds],
    );
  },

  async endAccessToken(hash) {
    await pool.query('DELETE FROM oauth_access_tokens WHERE token_hash = $1', [hash]);
  },

  async findArtifact({ kind, idHash }) {
    const { rows } = await pool.query<{ payload: Payload; age: number | null }>(
      `SELECT payload, extract(epoch FROM now() - consumed_at)::float8 AS age FROM oauth_artifacts
       WHERE id_hash = $1 AND kind = $2 AND expires_at > now()`,
      [idHash, kind],
    );
    const [row] = rows;
    return row ? { payload: row.payload, consumedSecondsAgo: row.age } : null;
  },

  async saveArtifact({ kind, idHash, grantId, payload, expiresInSeconds }) {
    await pool.query(
      `INSERT INTO oauth_artifacts (id_hash, kind, grant_id, payload, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
       ON CONFLICT (id_hash, kind) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
      [idHash, kind, grantId, payload, expiresInSeconds],
    );
  },

  async consumeArtifact({ kind, idHash }) {
    // A second caller waits for the row, and then finds it consumed.
    const { rowCount } = await pool.query(
      'UPDATE oauth_artifacts SET consumed_at = now() WHERE id_hash = $1 AND kind = $2 AND consumed_at IS NULL',
      [idHash, kind],
    );
    return rowCount === 1;
  },

  async endArtifact({ kind, idHash }) {
    await pool.query('DELETE FROM oauth_artifacts WHERE id_hash = $1 AND kind = $2', [idHash, kind]);
  },
});

/** {@link OAuthStore} on Postgres. */
export function createOAuthStore(pool: pg.Pool): OAuthStore {
  return {
    admitRegistration: networks => takeNetworkRequest(pool, 'r', networks, REGISTRATION_LIMIT),
    admitAuthorization: networks => takeNetworkRequest(pool, 'z', networks, AUTHORIZATION_LIMIT),
    admitRefresh: grantId => takeRequest(pool, Buffer.from(`f${grantId}`), REFRESH_LIMIT),

    findClient: async id =>
      // Postgres refuses a NUL in any text.
      id.includes('\0')
        ? null
        : payloadOf(pool, 'SELECT metadata AS payload FROM oauth_clients WHERE id = $1', id),

    async saveClient(id, name, metadata) {
      await pool.query('INSERT INTO oauth_clients (id, name, metadata) VALUES ($1, $2, $3)', [
        id,
        name,
        metadata,
      ]);
    },

    findGrant: id =>
      payloadOf(pool, 'SELECT payload FROM oauth_grants WHERE id = $1 AND expires_at > now()', id),

    async saveGrant({ id, accountId, clientId, scopes, declined, payload, expiresInSeconds }) {
      await pool.query(
        `WITH used AS (UPDATE oauth_clients SET last_used_at = now() WHERE id = $3)
         INSERT INTO oauth_grants (id, account_id, client_id, scopes, declined, payload, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
        [id, accountId, clientId, scopes, declined, payload, expiresInSeconds],
      );
    },

    async endGrant(id) {
      await pool.query('DELETE FROM oauth_grants WHERE id = $1', [id]);
    },

    async latestConsent(accountId, clientId) {
      const { rows } = await pool.query<Record<'scopes' | 'declined', string[]>>(
        `SELECT scopes, declined FROM oauth_grants
         WHERE account_id = $1 AND client_id = $2 AND expires_at > now() ORDER BY created_at DESC LIMIT 1`,
        [accountId, clientId],
      );
      const [row] = rows;
      return row ? { scopes: row.scopes.filter(isScope), declined: row.declined.filter(isScope) } : null;
    },

    ...createTokens(pool),

    async sweep() {
      await pool.query('DELETE FROM oauth_access_tokens WHERE expires_at <= now()');
      await pool.query('DELETE FROM oauth_artifacts WHERE expires_at <= now()');
      await pool.query('DELETE FROM oauth_grants WHERE expires_at <= now()');
      await pool.query(
        `DELETE FROM oauth_clients
         WHERE last_used_at <= now() - make_interval(days => $1)
            OR last_used_at IS NULL AND created_at <= now() - make_interval(days => $2)`,
        [CLIENT_DAYS.used, CLIENT_DAYS.neverUsed],
      );
    },
  };
}
