import type pg from 'pg';
import {
  ACCOUNT_RATE,
  type Authenticator,
  type Credential,
  type Recognition,
} from '../../../core/account/authenticator.ts';
import type { PlanId } from '../../../core/kernel/plans.ts';
import { ALL_SCOPES, isScope } from '../../../core/kernel/scopes.ts';
import { createBatcher } from './batcher.ts';

/** The name of a session, instead of a name that an owner gave a key. */
const SESSION_NAME = 'Dashboard';

interface Row {
  readonly ord: number;
  readonly key_id: string;
  /** Null for a session, as are its scopes. */
  readonly key_name: string | null;
  readonly scopes: string[] | null;
  readonly account_id: string;
  readonly email: string;
  readonly plan: PlanId;
  readonly account_created_at: Date;
  readonly accepted: boolean;
  readonly remaining: number;
  readonly reset_seconds: number;
}

const toRecognition = (row: Row, kind: Credential['kind']): Recognition => ({
  caller: {
    account: { id: row.account_id, email: row.email, plan: row.plan, createdAt: row.account_created_at },
    key: {
      kind,
      id: row.key_id,
      name: row.key_name ?? SESSION_NAME,
      // Ignores scopes that no longer exist. A person has all of them.
      scopes: row.scopes?.filter(isScope) ?? ALL_SCOPES,
    },
  },
  rateLimit: { accepted: row.accepted, remaining: row.remaining, resetSeconds: row.reset_seconds },
});

/** Looks up credentials with one routine. Requests that arrive during a call share the next one. */
const createLookUp = (pool: pg.Pool, call: { readonly name: string; readonly text: string }) =>
  createBatcher<Credential, Recognition | null>({
    maxSize: 100,
    // Fewer, larger calls cost less than parallel ones.
    maxInFlight: 1,
    // A retry would count requests twice, so a failed call fails for the whole batch.
    retryAlone: false,
    async run(credentials) {
      const { rows } = await pool.query<Row>({
        ...call,
        values: [
          credentials.map(({ hash }) => hash),
          ACCOUNT_RATE.requests,
          ACCOUNT_RATE.windowSeconds * 1000,
        ],
      });
      const found = new Map(rows.map(row => [row.ord, row]));
      return credentials.map(({ kind }, index) => {
        const row = found.get(index + 1);
        return row ? toRecognition(row, kind) : null;
      });
    },
  });

/** {@link Authenticator} on Postgres: key, token or session, account, plan and rate limit in one round trip. */
export function createAuthenticator(pool: pg.Pool): Authenticator {
  const keys = createLookUp(pool, {
    name: 'authenticate-keys',
    text: 'SELECT * FROM authenticate_keys($1, $2, $3)',
  });
  const sessions = createLookUp(pool, {
    name: 'authenticate-sessions',
    text: 'SELECT * FROM authenticate_sessions($1, $2, $3)',
  });
  return { authenticate: credential => (credential.kind === 'session' ? sessions : keys).add(credential) };
}
