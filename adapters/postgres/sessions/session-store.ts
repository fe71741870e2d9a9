import type pg from 'pg';
import type { AccountRecord } from '../../../core/account/account-store.ts';
import {
  decideCode,
  decideLink,
  NETWORK_LIMIT,
  SESSION_SECONDS,
  type StoredAttempt,
  secondsUntilMessage,
} from '../../../core/sessions/decide-sign-in.ts';
import type { SessionSecrets, SessionStore, SignInOutcome } from '../../../core/sessions/session-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { takeNetworkRequest } from '../kernel/take-request.ts';
import { inTransaction } from '../kernel/transaction.ts';

interface AttemptRow extends StoredAttempt {
  readonly id: string;
  readonly email: string;
  readonly returnTo: string;
  readonly now: Date;
}

const SELECT_ATTEMPT = `
  SELECT id, email, return_to AS "returnTo", code_digest AS "codeDigest", browser_hash AS "browserHash",
         failures, used_at AS "usedAt", created_at AS "createdAt", now()
  FROM sign_in_attempts`;

/** Locks an attempt, so that parallel guesses are counted one by one and only one of several right ones signs in. */
async function lockAttempt(
  client: pg.ClientBase,
  column: 'id' | 'link_hash',
  value: string | Buffer,
): Promise<AttemptRow | null> {
  const { rows } = await client.query<AttemptRow>(`${SELECT_ATTEMPT} WHERE ${column} = $1 FOR UPDATE`, [
    value,
  ]);
  return rows[0] ?? null;
}

/** The times of the messages to a mailbox in the last day, newest first, and the time now. */
async function findMessages(client: pg.ClientBase, mailboxDigest: Buffer) {
  const { rows } = await client.query<{ sentAt: Date[]; now: Date }>(
    `SELECT clock_timestamp() AS now, ARRAY(
       SELECT created_at FROM sign_in_attempts
       WHERE mailbox_digest = $1 AND created_at > now() - interval '1 day' ORDER BY created_at DESC) AS "sentAt"`,
    [mailboxDigest],
  );
  return rows[0] ?? { sentAt: [], now: new Date() };
}

/** Uses up the attempt and starts a session, in an account that the first sign-in creates. */
async function startSession(
  client: pg.ClientBase,
  { id, email, returnTo }: AttemptRow,
  { secretHash, previousHash }: SessionSecrets,
): Promise<SignInOutcome> {
  await client.query('UPDATE sign_in_attempts SET used_at = now() WHERE id = $1', [id]);
  await client.query('INSERT INTO accounts (email) VALUES ($1) ON CONFLICT (lower(email)) DO NOTHING', [
    email,
  ]);
  // End the browser's previous session, in case somebody else knows its secret.
  await client.query('DELETE FROM sessions WHERE secret_hash = $1', [previousHash]);
  const { rowCount } = await client.query(
    `INSERT INTO sessions (account_id, secret_hash, expires_at)
     SELECT id, $2, now() + make_interval(secs => $3) FROM accounts WHERE lower(email) = lower($1)`,
    [email, secretHash, SESSION_SECONDS],
  );
  if (rowCount !== 1) throw new Error('The account of a sign-in does not exist');
  return { outcome: 'signed_in', returnTo };
}

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

    begin: attempt =>
      inTransaction(pool, async client => {
        const networkWait = await takeNetworkRequest(client, 'i', attempt.networks, NETWORK_LIMIT);
        if (networkWait > 0) return networkWait;
        await lockKey(client, 'sign_in', attempt.mailboxDigest.toString('hex'));
        const { id, email, mailboxDigest, codeDigest, linkHash, browserHash, returnTo } = attempt;
        const { sentAt, now } = await findMessages(client, mailboxDigest);
        const wait = secondsUntilMessage(sentAt, now);
        if (wait > 0) return wait;
        await client.query(
          `INSERT INTO sign_in_attempts
             (id, email, mailbox_digest, code_digest, link_hash, browser_hash, return_to, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [id, email, mailboxDigest, codeDigest, linkHash, browserHash, returnTo, now],
        );
        return 0;
      }),

    signInByCode: ({ attemptId, ...presented }, secrets) =>
      inTransaction(pool, async client => {
        const attempt = await lockAttempt(client, 'id', attemptId);
        if (!attempt) return { outcome: 'gone' };
        const { outcome, failures } = decideCode(attempt, presented, attempt.now);
        if (failures !== undefined) {
          await client.query('UPDATE sign_in_attempts SET failures = $2 WHERE id = $1', [
            attemptId,
            failures,
          ]);
        }
        return outcome === 'signed_in' ? startSession(client, attempt, secrets) : { outcome };
      }),

    async findLinkEmail(linkHash) {
      const { rows } = await pool.query<AttemptRow>(`${SELECT_ATTEMPT} WHERE link_hash = $1`, [linkHash]);
      const [attempt] = rows;
      return attempt && decideLink(attempt, attempt.now).outcome === 'signed_in' ? attempt.email : null;
    },

    signInByLink: (linkHash, secrets) =>
      inTransaction(pool, async client => {
        const attempt = await lockAttempt(client, 'link_hash', linkHash);
        if (!attempt) return { outcome: 'gone' };
        const { outcome } = decideLink(attempt, attempt.now);
        return outcome === 'signed_in' ? startSession(client, attempt, secrets) : { outcome };
      }),

    async end(secretHash) {
      await pool.query('DELETE FROM sessions WHERE secret_hash = $1', [secretHash]);
    },

    async endAll(accountId) {
      await pool.query('DELETE FROM sessions WHERE account_id = $1', [accountId]);
    },

    async sweep() {
      // Attempts count toward the limit of the day after they have expired.
      await pool.query(`DELETE FROM sign_in_attempts WHERE created_at <= now() - interval '1 day'`);
      await pool.query('DELETE FROM sessions WHERE expires_at <= now()');
    },
  };
}
