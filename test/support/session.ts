import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../../adapters/postgres/account/api-key-store.ts';
import { createAccount } from '../../core/account/create-account.ts';
import { createApiKey } from '../../core/account/create-api-key.ts';
import type { PlanId } from '../../core/kernel/plans.ts';
import { ALL_SCOPES, type Scope } from '../../core/kernel/scopes.ts';
import { generateSecret, hashSecret } from '../../core/sessions/secret.ts';
import { licenseWaitlist } from '../../core/waitlists/license-waitlist.ts';
import { createLicenseStore } from '../../local/admin/license-store.ts';
import { type Answer, type ApiClient, createApiClient, createPersonClient } from './api-client.ts';
import { startTestServer, type TestServer } from './server.ts';

/** A test account, with keys created as its owner would. */
export interface TestAccount {
  readonly accountId: string;
  readonly email: string;
  createKey(scopes: readonly Scope[]): Promise<{ id: string; key: string }>;
  /** A client with a new key with these scopes. */
  withScopes(scopes: readonly Scope[]): Promise<ApiClient>;
  /** A dashboard client with a new session. */
  signIn(): Promise<ApiClient>;
}

/** A server for one suite, with its own account. */
export interface ApiSession extends TestAccount {
  readonly url: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** A key with every scope, and a client that sends it. */
  readonly key: string;
  readonly api: ApiClient;
  /** A client that sends no key. */
  readonly visitor: ApiClient;
  createAccount(plan: PlanId): Promise<TestAccount>;
  /** A client for a new account, with every scope. */
  otherAccount(plan?: PlanId): Promise<ApiClient>;
  revokeKey(id: string): Promise<void>;
  license(idOrSlug: string): Promise<void>;
  join(slug: string, signup: Record<string, unknown>): Promise<Answer>;
  mail: TestServer['mail'];
  /** Runs a statement on the server's database. @returns its rows */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of rows that they then compare
  sql(statement: string, values?: readonly unknown[]): Promise<any[]>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly plan?: PlanId;
  readonly environment?: Readonly<Record<string, string>>;
}

let accounts = 0;

/** Starts the real local server on a new database, and creates an account. */
export async function openSession({
  plan = 'pro',
  environment = {},
}: SessionOptions = {}): Promise<ApiSession> {
  const server = await startTestServer(environment);
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 2 });
  // Its connections may still be closing when the database is dropped.
  pool.on('error', () => {});
  const store = createAccountStore(pool);
  const apiKeys = createApiKeyStore(pool);

  async function newAccount(accountPlan: PlanId): Promise<TestAccount> {
    const { id: accountId, email } = await createAccount(store, {
      email: `account${++accounts}@example.com`,
      plan: accountPlan,
    });
    const createKey = (scopes: readonly Scope[]) =>
      createApiKey(apiKeys, accountId, { name: 'test', scopes: [...scopes] });
    return {
      accountId,
      email,
      createKey,
      withScopes: async scopes => createApiClient(server.url, (await createKey(scopes)).key),
      async signIn() {
        const secret = generateSecret();
        await pool.query(
          `INSERT INTO sessions (account_id, secret_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
          [accountId, hashSecret(secret)],
        );
        return createPersonClient(server.url, secret);
      },
    };
  }

  const account = await newAccount(plan);
  const { key } = await account.createKey(ALL_SCOPES);
  const visitor = createApiClient(server.url);

  return {
    ...account,
    url: server.url,
    databaseUrl: server.databaseUrl,
    dataDir: server.dataDir,
    key,
    api: createApiClient(server.url, key),
    visitor,
    createAccount: newAccount,
    otherAccount: async (otherPlan = 'pro') => (await newAccount(otherPlan)).withScopes(ALL_SCOPES),
    async revokeKey(id) {
      await apiKeys.revoke(id);
    },
    async license(idOrSlug) {
      await licenseWaitlist(createLicenseStore(pool), idOrSlug);
    },
    join: (slug, signup) => visitor.post(`/w/${slug}/signups`, signup),
    mail: server.mail,
    sql: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/** The session that all tests of a suite use, from its first test to its last. Its members are set once the hooks run. */
export function shareSession(options: SessionOptions = {}): ApiSession {
  const session = {} as ApiSession;
  beforeAll(async () => void Object.assign(session, await openSession(options)));
  afterAll(() => session.close?.());
  return session;
}

/** A signed-in client of the dashboard, with the account of a {@link shareSession}. */
export function sharePerson(session: ApiSession): ApiClient {
  const person = {} as ApiClient;
  beforeAll(async () => void Object.assign(person, await session.signIn()));
  return person;
}
