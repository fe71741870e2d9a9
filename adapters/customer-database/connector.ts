import { createHash } from 'node:crypto';
import { parseConnectionString } from '../../core/customer-database/connection-string.ts';
import {
  type Connector,
  ConnectorError,
  type DbType,
  type EntryContact,
  type Target,
} from '../../core/customer-database/connector.ts';
import { isLoopback } from '../../core/customer-database/host-name.ts';
import { checkTable } from './check-table.ts';
import { toConnectorError } from './failure.ts';
import { mysqlDialect } from './mysql/session.ts';
import { postgresDialect } from './postgres/session.ts';
import { pinAddresses, type Resolve, systemResolve, untilAborted } from './reach.ts';
import type { Dialect, Session } from './session.ts';

/** All that a call needs: name, connection, login, statements. */
const CALL_MS = 12_000;

export interface ConnectorOptions {
  /** Allow databases on this machine: for the local run. */
  readonly allowLoopback: boolean;
  /** How to look up host names. Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** Certificate authorities to trust instead of the public ones, in PEM. */
  readonly ca?: string;
  /** Time limit of a call. */
  readonly callMs?: number;
}

/** Codes of Postgres and MySQL for a transaction that lost a deadlock. */
const DEADLOCKS = new Set(['40P01', '40001', 'ER_LOCK_DEADLOCK']);

const MAX_ATTEMPTS = 5;

const dialects: Readonly<Record<DbType, Dialect>> = { postgres: postgresDialect, mysql: mysqlDialect };

/** A hostile server's version string is shown to people, so make it safe. */
const readable = (version: string): string => version.replace(/[^ -~]/g, '').slice(0, 100) || 'unknown';

async function call<Result>(
  { allowLoopback, resolve = systemResolve, ca, callMs = CALL_MS }: ConnectorOptions,
  { dbType, connectionString, tableName }: Target,
  readOnly: boolean,
  work: (session: Session, dialect: Dialect, identity: (session: Session) => string) => Promise<Result>,
  ms = callMs,
): Promise<Result> {
  const dialect = dialects[dbType];
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
  const { signal } = controller;
  try {
    const fields = parseConnectionString(dbType, connectionString);
    const identity = ({ place }: Session) =>
      createHash('sha256')
        .update(JSON.stringify([dbType, fields.host, fields.port, ...place, tableName]))
        .digest('hex');
    const addresses = await pinAddresses(fields.host, { resolve, allowLoopback, signal });
    const session = await untilAborted(
      dialect.open({
        fields,
        tableName,
        addresses,
        isLoopback: addresses.every(isLoopback),
        signal,
        ca,
        readOnly,
      }),
      signal,
    );
    try {
      return await untilAborted(work(session, dialect, identity), signal);
    } finally {
      session.close();
    }
  } catch (error) {
    throw toConnectorError(error, dialect.failures);
  } finally {
    clearTimeout(timer);
    // Closes the connection if it is still open.
    controller.abort();
  }
}

/** Whether the table exists. Throws if it does not fit. */
async function isThere(session: Session, dialect: Dialect): Promise<boolean> {
  const table = await session.find();
  if (table) checkTable(table, dialect.types);
  await session.checkPrivileges(table !== null);
  return table !== null;
}

/** Changes rows, with retries after a deadlock. */
async function change(
  options: ConnectorOptions,
  target: Target,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const attempt = (ms: number) =>
    call(
      options,
      target,
      false,
      async session => {
        await work(session);
        await session.commit();
      },
      ms,
    );
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(Math.max(0, (options.callMs ?? CALL_MS) - (performance.now() - started)));
    } catch (error) {
      const deadlock = error instanceof ConnectorError && DEADLOCKS.has(String(error.cause));
      if (!deadlock || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

/** {@link Connector} that connects from this process. */
export function createConnector(options: ConnectorOptions): Connector {
  return {
    test: target =>
      call(options, target, true, async (session, dialect) => {
        await isThere(session, dialect);
        return { serverVersion: readable(session.serverVersion) };
      }),

    prepare: target =>
      call(options, target, false, async (session, dialect, identity) => {
        if (!(await isThere(session, dialect))) {
          await session.create();
          // Somebody else may have created a different table first.
          await isThere(session, dialect);
        }
        await session.commit();
        return { serverVersion: readable(session.serverVersion), identity: identity(session) };
      }),

    async append(target, entries) {
      if (entries.length === 0) return;
      await change(options, target, session => session.append(entries));
    },

    async setPositions(target, places) {
      if (places.length === 0) return;
      await change(options, target, session => session.setPositions(places));
    },

    async change(target, entries) {
      if (entries.length === 0) return;
      await change(options, target, session => session.change(entries));
    },

    async erase(target, entries) {
      if (entries.length === 0) return;
      await change(options, target, session => session.erase(entries));
    },

    search: (target, search) => call(options, target, true, session => session.search(search)),

    read: async (target, ids): Promise<EntryContact[]> =>
      ids.length === 0 ? [] : call(options, target, true, session => session.read(ids)),
  };
}
