import type pg from 'pg';
import {
  ACCOUNT_RATE,
  type Authenticator,
  type Credential,
  type Recognition,
} from '../../core/account/authenticator.ts';
import type { PlanId } from '../../core/kernel/plans.ts';
import { ALL_SCOPES, isScope } from '../../core/kernel/scopes.ts';
import { createBatcher } from './batcher.ts';

/** What a session is called where a key has the name that its holder gave it. */
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
      // A scope that a later version took away is one nobody has. A person has all there are.
      scopes: row.scopes?.filter(isScope) ?? ALL_SCOPES,
    },
  },
  rateLimit: { accepted: row.accepted, remaining: row.remaining, resetSeconds: row.reset_seconds },
});

/** Recognises credentials by a function of the database. Requests that arrive while one is under way share the next. */
const createLookUp = (pool: pg.Pool, call: { readonly name: string; readonly text: string }) =>
  createBatcher<Credential, Recognition | null>({
    maxSize: 100,
    // The next batch fills while one runs: fewer and larger calls cost both processes less than more at a time.
    maxInFlight: 1,
    // A repeat would count a request twice, so a failed call fails for all who were in it.
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
