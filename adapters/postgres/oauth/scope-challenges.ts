import { createHash } from 'node:crypto';
import type pg from 'pg';
import { CHALLENGE_SECONDS, type ScopeChallenges } from '../../../core/oauth/oauth-store.ts';

/** {@link ScopeChallenges} on Postgres: one artifact for each scope of a consent, which ends with it. */
export const createScopeChallenges = (pool: pg.Pool): ScopeChallenges => ({
  async admit({ grantId, scope, tokenHash }) {
    const { rowCount } = await pool.query(
      `INSERT INTO oauth_artifacts AS known (id_hash, kind, grant_id, payload, expires_at)
       VALUES ($1, 'ScopeChallenge', $2, jsonb_build_object('token', $3::text), now() + make_interval(secs => $4))
       ON CONFLICT (id_hash, kind) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
       WHERE known.expires_at <= now() OR known.payload = excluded.payload`,
      [
        createHash('sha256').update(`${grantId} ${scope}`).digest(),
        grantId,
        tokenHash.toString('base64url'),
        CHALLENGE_SECONDS,
      ],
    );
    return rowCount === 1;
  },
});
