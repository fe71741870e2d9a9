import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import pg from 'pg';
import {
  ConnectorError,
  type CopiedEntry,
  type DbType,
  type Target,
} from '../../core/customer-database/connector.ts';
import { createTestDatabase } from '../support/database.ts';
import { environment } from '../support/launch-chromium.ts';
import { type MysqlServer, openMysqlServer } from '../support/mysql-server.ts';

type Rows = Record<string, unknown>[];

/** A real database, as a customer would have. */
export interface CustomerDatabase {
  readonly dbType: DbType;
  /** The URL for its owner, who has all privileges. */
  readonly url: string;
  /** The same database as a new user with these privileges. */
  user(password: string, ...grants: string[]): Promise<string>;
  query(...statements: string[]): Promise<Rows>;
  drop(): Promise<void>;
}

async function queryPostgres(url: string, statements: readonly string[]): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const withUser = (url: string, user: string, password: string): string => {
  const changed = new URL(url);
  // `URL` leaves some characters unescaped that are encoded here.
  changed.username = user;
  changed.password = '';
  return changed.href.replace(`${user}@`, `${user}:${encodeURIComponent(password)}@`);
};

/** A database on the Postgres of the test run. */
export async function openPostgresDatabase(): Promise<CustomerDatabase> {
  const { url, drop } = await createTestDatabase();
  return postgresAt(url, drop);
}

/** A database on the Postgres at `POSTGRES_URL`; null if that is not set. */
export async function openNamedPostgresDatabase(): Promise<CustomerDatabase | null> {
  const named = environment('POSTGRES_URL');
  if (!named) return null;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryPostgres(named, [`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`]);
  const url = new URL(named);
  url.pathname = `/${name}`;
  return postgresAt(url.href, async () => {
    await queryPostgres(named, [`DROP DATABASE ${name} WITH (FORCE)`]);
  });
}

function postgresAt(url: string, drop: () => Promise<void>): CustomerDatabase {
  const users: string[] = [];
  return {
    dbType: 'postgres',
    url,
    query: (...statements) => queryPostgres(url, statements),
    async user(password, ...grants) {
      const user = `u_${randomBytes(6).toString('hex')}`;
      users.push(user);
      const literal = password.replaceAll("'", "''");
      await queryPostgres(url, [
        `CREATE ROLE ${user} LOGIN PASSWORD '${literal}'`,
        ...grants.map(grant => `GRANT ${grant} TO ${user}`),
      ]);
      return withUser(url, user, password);
    },
    async drop() {
      for (const user of users) await queryPostgres(url, [`DROP OWNED BY ${user}`, `DROP ROLE ${user}`]);
      await drop();
    },
  };
}

/** A database on the MySQL or MariaDB of this machine. */
export const openMysqlDatabase = async (): Promise<CustomerDatabase> => mysqlAt(await openMysqlServer());

/** A database on this server. Closing it stops the server. */
export async function mysqlAt(server: MysqlServer): Promise<CustomerDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = `${server.url}/${name}`;
  const users: string[] = [];
  return {
    dbType: 'mysql',
    url,
    query: (...statements) => server.query(`USE ${name}`, ...statements),
    async user(password, ...grants) {
      const user = `u_${randomBytes(6).toString('hex')}`;
      users.push(user);
      const literal = password.replaceAll('\\', '\\\\').replaceAll("'", "''");
      await server.query(
        `CREATE USER ${user}@'%' IDENTIFIED BY '${literal}'`,
        ...grants.map(grant => `GRANT ${grant.replace('DATABASE', `${name}.*`)} TO ${user}@'%'`),
      );
      return withUser(url, user, password);
    },
    async drop() {
      for (const user of users) await server.query(`DROP USER ${user}@'%'`);
      await server.query(`DROP DATABASE ${name}`);
      await server.stop();
    },
  };
}

/** The target for the signups of a waitlist. */
export const targetOf = (database: CustomerDatabase, tableName: string, url = database.url): Target => ({
  dbType: database.dbType,
  connectionString: url,
  tableName,
});

/** A signup with these fields. */
export const entryOf = (place: number, told: Partial<CopiedEntry> = {}): CopiedEntry => ({
  id: randomUUID(),
  email: `visitor${place}@example.com`,
  name: `Visitor ${place}`,
  position: place,
  referralCode: `code${place}`,
  referredBy: null,
  metadata: {},
  createdAt: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, place)).toISOString(),
  ...told,
});

/** The error that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<ConnectorError> {
  const failure = await call.then(
    () => null,
    error => error,
  );
  expect(failure).toBeInstanceOf(ConnectorError);
  return failure;
}
