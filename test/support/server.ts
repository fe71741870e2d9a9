import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createAccountStore } from '../../adapters/postgres/account-store.ts';
import { createAccount } from '../../core/account/create-account.ts';
import { createApiKey } from '../../core/account/create-api-key.ts';
import type { PlanId } from '../../core/plans.ts';
import { ALL_SCOPES, type Scope } from '../../core/scopes.ts';
import type { Environment } from '../../lambdas/settings.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { listen } from '../../local/http/listen.ts';
import type { KeptMessage } from '../../local/mailbox.ts';
import { startService } from '../../local/service.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** What a call of the API answered: JSON is parsed, anything else is text. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
}

export interface ApiRequestOptions {
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API: `api('GET', '/api/v1/me')`. */
export type Api = (method: string, path: string, options?: ApiRequestOptions) => Promise<ApiAnswer>;

export interface TestAccount {
  readonly accountId: string;
  readonly email: string;
  /** A new key of this account; with every scope unless told otherwise. */
  key(scopes?: readonly Scope[]): Promise<string>;
}

export interface TestServerOptions {
  /** Variables of the functions that differ from those of the local run. */
  readonly environment?: Environment;
  /** A database to use instead of one of its own; it is left as it is. */
  readonly database?: Pick<TestDatabase, 'url'>;
}

export interface TestServer {
  readonly url: string;
  readonly databaseUrl: string;
  /** A caller with a key, or without. */
  api(key?: string): Api;
  /** The messages sent so far, newest first. */
  mail(): Promise<KeptMessage[]>;
  createAccount(plan?: PlanId): Promise<TestAccount>;
  stop(): Promise<void>;
}

async function parse(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : text;
}

const apiOf =
  (url: string, key: string | undefined): Api =>
  async (method, path, { json, body, headers } = {}) => {
    const sent = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    return { status: response.status, headers: response.headers, body: await parse(response) };
  };

let accounts = 0;

async function openAccount(pool: pg.Pool, plan: PlanId): Promise<TestAccount> {
  const store = createAccountStore(pool);
  const account = await createAccount(store, { email: `holder-${++accounts}@example.com`, plan });
  return {
    accountId: account.id,
    email: account.email,
    key: async (scopes = ALL_SCOPES) => (await createApiKey(store, account.id, { scopes: [...scopes] })).key,
  };
}

/**
 * The real local server in this process, on a free port, with a database and stand-ins of its own. It has no account
 * and no waitlist. Signups are not limited by address unless `SIGNUPS_PER_MINUTE_PER_IP` says so.
 */
export async function startTestServer({
  environment,
  database,
}: TestServerOptions = {}): Promise<TestServer> {
  const cleanup = new Cleanup();
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'anteroom-data-'));
    cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
    const own = database ? undefined : await createTestDatabase();
    cleanup.add(async () => own?.drop());
    const databaseUrl = database?.url ?? own?.url ?? '';
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    pool.on('error', () => {});
    cleanup.add(() => pool.end());

    let answer: Parameters<typeof listen>[2] = (_request, response) => response.destroy();
    const http = await listen('127.0.0.1', 0, (request, response) => answer(request, response));
    cleanup.add(() => http.stop({ force: true }));
    const url = `http://127.0.0.1:${http.port}`;
    const service = await startService({
      databaseUrl,
      baseUrl: url,
      dataDir,
      trustProxy: true,
      logLevel: 'ERROR',
      environment: {
        DATABASE_POOL_SIZE: '8',
        EMAIL_FROM: 'Anteroom <hello@anteroom.test>',
        SIGNUPS_PER_MINUTE_PER_IP: '10000',
        ...environment,
      },
    });
    cleanup.add(() => service.stop());
    answer = service.listener;
    return {
      url,
      databaseUrl,
      api: key => apiOf(url, key),
      mail: async () => (await apiOf(url, undefined)('GET', '/_local/mail.json')).body.messages,
      createAccount: (plan = 'pro') => openAccount(pool, plan),
      stop: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
