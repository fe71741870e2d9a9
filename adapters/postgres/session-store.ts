import type pg from 'pg';
import type { AccountRecord } from '../../core/account/account-store.ts';
import type { SessionStore, SignInOutcome } from '../../core/sessions/session-store.ts';

/** Messages to one address in ten minutes and in a day, and attempts from one network in ten minutes. */
const LIMITS = { few: 5, many: 20, network: 20 } as const;
/** A hundred guesses a day at six digits of codes that are sent to somebody else. */
const MAX_FAILURES = 5;
const LIFETIME = '30 days';

interface OutcomeRow {
  readonly outcome: SignInOutcome['outcome'];
  readonly return_to: string | null;
}

const toOutcome = (row: OutcomeRow | undefined): SignInOutcome => {
  if (!row) throw new Error('A function of sign-in gave no row');
  return row.outcome === 'signed_in'
    ? { outcome: 'signed_in', returnTo: row.return_to ?? '' }
    : { outcome: row.outcome };
};

/** {@link SessionStore} on Postgres. */
export function createSessionStore(pool: pg.Pool): SessionStore {
  return {
    async find(secretHash) {
      const { rows } = await pool.query<AccountRecord & { sessionId: string; signedInAt: Date }>({
        name: 'session-find',
        text: `SELECT a.id, a.email, a.plan, a.created_at AS "createdAt",
                      s.id AS "sessionId", s.created_at AS "signedInAt"
               FROM sessions s JOIN accounts a ON a.id = s.account_id
               WHERE s.secret_hash = $1 AND s.expires_at > now()`,
        values: [secretHash],
      });
      const [row] = rows;
      if (!row) return null;
      const { sessionId, signedInAt, ...account } = row;
      return { id: sessionId, account, createdAt: signedInAt };
    },

    async begin(attempt) {
      const { rows } = await pool.query<{ wait: number }>(
        'SELECT begin_sign_in($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS wait',
        [
          attempt.id,
          attempt.email,
          attempt.emailDigest,
          attempt.network,
          attempt.codeDigest,
          attempt.linkHash,
          attempt.browserHash,
          attempt.returnTo,
          LIMITS.few,
          LIMITS.many,
          LIMITS.network,
        ],
      );
      return rows[0]?.wait ?? 0;
    },

    async signInByCode({ attemptId, browserHash, codeDigest }, { secretHash, previousHash }) {
      const { rows } = await pool.query<OutcomeRow>(
        'SELECT * FROM sign_in_by_code($1, $2, $3, $4, $5, $6, $7)',
        [attemptId, browserHash, codeDigest, MAX_FAILURES, secretHash, previousHash, LIFETIME],
      );
      return toOutcome(rows[0]);
    },

    async signInByLink(linkHash, { secretHash, previousHash }) {
      const { rows } = await pool.query<OutcomeRow>('SELECT * FROM sign_in_by_link($1, $2, $3, $4)', [
        linkHash,
        secretHash,
        previousHash,
        LIFETIME,
      ]);
      return toOutcome(rows[0]);
    },

    async end(secretHash) {
      await pool.query('DELETE FROM sessions WHERE secret_hash = $1', [secretHash]);
    },

    async endAll(accountId) {
      await pool.query('DELETE FROM sessions WHERE account_id = $1', [accountId]);
    },

    async sweep() {
      await pool.query('SELECT sweep_sign_ins()');
    },
  };
}
