import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import {
  type CustomerDatabase,
  openMysqlDatabase,
  openPostgresDatabase,
} from '../../connector/customer-database.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { type CutProxy, startCutProxy } from '../../support/cut-proxy.ts';
import { describeWithMysql } from '../../support/describe-with-mysql.ts';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, type SessionOptions, shareSession } from '../../support/session.ts';

/** A row of the customer's table, with differences between Postgres and MySQL removed. */
export interface Row {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly position: number;
  readonly referral_code: string;
  readonly referred_by: string | null;
  readonly metadata: unknown;
  readonly created_at: string;
}

/** One waitlist, and the calls that attach and detach its database. */
export interface Storage {
  readonly slug: string;
  readonly path: string;
  get(): Promise<Answer>;
  attach(database: CustomerDatabase, changes?: Record<string, unknown>): Promise<Answer>;
  detach(): Promise<Answer>;
  entries(query?: string): Promise<Answer>;
  /** Adds signups one after the other. @returns their referral codes */
  join(...names: string[]): Promise<string[]>;
  refer(name: string, referralCode: string | undefined): Promise<void>;
}

let lists = 0;

export async function openStorage(
  session: ApiSession,
  { api = session.api, slug = `list-${++lists}` }: { api?: ApiClient; slug?: string } = {},
): Promise<Storage> {
  await api.post('/api/v1/waitlists', { name: 'Storage', slug });
  const path = `/api/v1/waitlists/${slug}/database`;
  const signUp = async (name: string, referralCode?: string): Promise<string> => {
    const { status, body } = await session.join(slug, { email: `${name}@example.com`, name, referralCode });
    if (status !== 201) throw new Error(`${name} could not join: ${status}`);
    return body.referralCode;
  };
  return {
    slug,
    path,
    get: () => api.get(path),
    attach: ({ dbType, url }, changes = {}) => api.post(path, { dbType, connectionString: url, ...changes }),
    detach: () => api.delete(path),
    entries: (query = '') => api.get(`/api/v1/waitlists/${slug}/entries${query}`),
    async join(...names) {
      const codes = [];
      for (const name of names) codes.push(await signUp(name));
      return codes;
    },
    async refer(name, referralCode) {
      await signUp(name, referralCode);
    },
  };
}

/** The rows of a table, in the order of joining. */
export async function rowsOf(database: CustomerDatabase, table: string): Promise<Row[]> {
  const rows = await database.query(`SELECT * FROM ${table} ORDER BY created_at, position`);
  return rows.map(row => ({
    ...(row as unknown as Row),
    metadata: typeof row.metadata === 'string' ? JSON.parse(row.metadata) : row.metadata,
    created_at: new Date(
      row.created_at instanceof Date ? row.created_at : `${row.created_at}Z`,
    ).toISOString(),
  }));
}

export const namesIn = (rows: readonly { readonly email: string }[]): string[] =>
  rows.map(({ email }) => email.replace('@example.com', ''));

/** The same suite for each kind of database. */
export function describeEach(name: string, suite: (open: () => Promise<CustomerDatabase>) => void): void {
  describe(`${name}: postgres`, () => suite(openPostgresDatabase));
  describeWithMysql(`${name}: mysql`, () => suite(openMysqlDatabase));
}

/** A session, and a customer's database, directly and through a proxy, which all tests of a suite use. */
export function shareDatabase(open: () => Promise<CustomerDatabase>, options?: SessionOptions) {
  const session = shareSession(options);
  const database = {} as CustomerDatabase;
  const viaProxy = {} as CustomerDatabase;
  const proxy = {} as CutProxy;
  beforeAll(async () => {
    Object.assign(database, await open());
    Object.assign(proxy, await startCutProxy(database.url));
    Object.assign(viaProxy, database, { url: proxy.through(database.url) });
  });
  afterAll(async () => {
    await proxy.stop?.();
    await database.drop?.();
  });
  return { session, database, viaProxy, proxy };
}

/** Waits until the work after signups is done: emails, deliveries, positions. Invitations end much later. */
export const settle = (session: ApiSession, withinMs = 10_000): Promise<void> =>
  eventually(
    async () =>
      expect(
        await session.sql(`SELECT kind, last_error FROM outbox WHERE kind <> 'expire_invitations'`),
      ).toEqual([]),
    withinMs,
  );
