import type { Connection } from 'mysql2';
import {
  CONNECTOR_LIMITS,
  ConnectorError,
  type CopiedEntry,
  type RowSearch,
} from '../../../core/customer-database/connector.ts';
import { type ChangeableRow, type ContactRow, changeRows, METADATA_MAX, toContact } from '../rows.ts';
import type { ColumnTypes, Dialect, FoundTable, Session, SessionOptions } from '../session.ts';
import { connectMysql } from './connect.ts';
import { MYSQL_FAILURES } from './failures.ts';

const COLUMNS = '`id`, `email`, `name`, `position`, `referral_code`, `referred_by`, `metadata`, `created_at`';
const STATEMENT_SECONDS = 8;
const LOCK_SECONDS = 4;

const texts = ['varchar', 'text', 'mediumtext', 'longtext'];

/** Column types, as in `information_schema`, that can store every value we write. */
const types: ColumnTypes = {
  id: { types: ['char', 'varchar'], atLeast: 36, wanted: 'char(36)' },
  email: { types: texts, atLeast: 254, charset: 'utf8mb4', wanted: 'varchar(254)' },
  name: { types: texts, atLeast: 100, mayBeNull: true, charset: 'utf8mb4', wanted: 'varchar(100)' },
  position: { types: ['int', 'bigint'], wanted: 'int' },
  referral_code: { types: texts, atLeast: 32, wanted: 'varchar(32)' },
  referred_by: { types: texts, atLeast: 32, mayBeNull: true, wanted: 'varchar(32)' },
  // MariaDB's json is a longtext.
  metadata: { types: ['json', 'mediumtext', 'longtext'], charset: 'utf8mb4', wanted: 'json' },
  created_at: { types: ['datetime', 'timestamp'], atLeast: 3, wanted: 'datetime(3)' },
};

type Row = Readonly<Record<string, string | null>>;

/**
 * Runs a prepared statement: values are sent separately, so no `sql_mode` can make them part of the SQL. All columns
 * are text.
 */
function run(connection: Connection, sql: string, values: readonly (string | null)[] = []): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    connection.execute(sql, [...values], (error, rows) => {
      if (error) return reject(error);
      if (!Array.isArray(rows)) return resolve([]);
      resolve(
        (rows as Record<string, Buffer | null>[]).map(row =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value?.toString() ?? null])),
        ),
      );
    });
  });
}

/** Runs a statement that cannot be prepared; it contains no values. */
function exec(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, error => (error ? reject(error) : resolve()));
  });
}

/** `COLUMN AS text`, for any type. */
const asText = (column: string, name: string) => `CAST(${column} AS CHAR(255)) AS ${name}`;

const FIND_TABLE = `
  SELECT ${asText('table_type', 'type')}, ${asText("COALESCE(engine, '')", 'engine')},
    ${asText("COALESCE(create_options, '')", 'options')}
  FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?`;

const FIND_COLUMNS = `
  SELECT ${asText('column_name', 'name')}, ${asText('data_type', 'type')},
    ${asText('COALESCE(character_maximum_length, datetime_precision)', 'size')},
    ${asText('is_nullable', 'nullable')}, ${asText('extra', 'extra')}, ${asText('character_set_name', 'charset')}
  FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`;

const FIND_INDEXES = `
  SELECT ${asText('index_name', 'name')}, ${asText("COALESCE(column_name, '')", 'columnName')},
    ${asText('sub_part', 'part')}
  FROM information_schema.statistics
  WHERE table_schema = DATABASE() AND table_name = ? AND non_unique = 0 ORDER BY index_name, seq_in_index`;

async function findTable(connection: Connection, name: string): Promise<FoundTable | null> {
  const [found] = await run(connection, FIND_TABLE, [name]);
  if (!found) return null;
  const columns = await run(connection, FIND_COLUMNS, [name]);
  const indexes = Map.groupBy(await run(connection, FIND_INDEXES, [name]), row => row.name);
  const isPlain = found.type === 'BASE TABLE' && !found.options?.includes('partitioned');
  return {
    kind: isPlain ? 'table' : 'other',
    columns: columns.map(row => ({
      name: row.name ?? '',
      type: row.type?.toLowerCase() ?? '',
      limit: row.size === null || row.size === undefined ? null : Number(row.size),
      nullable: row.nullable === 'YES',
      // `DEFAULT_GENERATED` only marks a default.
      generated: /(virtual|stored|persistent) generated|auto_increment|on update/i.test(row.extra ?? ''),
      charset: row.charset ?? null,
    })),
    uniqueIndexes: [...indexes.values()].map(rows => ({
      columns: rows.map(row => row.columnName ?? ''),
      plain: rows.every(row => row.part === null),
    })),
    ...(found.engine?.toLowerCase() !== 'innodb' && {
      obstacle: 'its engine does not support transactions. Change it to InnoDB.',
    }),
  };
}

/**
 * Overrides everything a server may configure differently: SQL mode, time zone, transactions, timeouts. Strict, so that
 * a value that does not fit is an error instead of being changed.
 */
async function introduce(connection: Connection): Promise<{ version: string; database: string }> {
  await exec(connection, 'SET NAMES utf8mb4');
  await exec(
    connection,
    `SET SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION time_zone = '+00:00', SESSION autocommit = 1,
       SESSION innodb_lock_wait_timeout = ${LOCK_SECONDS}, SESSION foreign_key_checks = 1, SESSION unique_checks = 1`,
  );
  const [row] = await run(
    connection,
    `SELECT ${asText('VERSION()', 'version')}, ${asText('DATABASE()', 'db')}`,
  );
  const version = row?.version ?? '';
  await exec(
    connection,
    /mariadb/i.test(version)
      ? `SET SESSION max_statement_time = ${STATEMENT_SECONDS}`
      : `SET SESSION max_execution_time = ${STATEMENT_SECONDS * 1000}`,
  );
  return { version, database: row?.db ?? '' };
}

/** `2026-01-02T03:04:05.678Z` in MySQL's format. */
const datetime = (time: string): string => time.replace('T', ' ').replace('Z', '');

const placeholders = (count: number, one = '?'): string =>
  Array.from({ length: count }, () => one).join(', ');

async function checkPrivileges(connection: Connection, table: string, exists: boolean): Promise<void> {
  const [state] = await run(connection, `SELECT ${asText('@@global.read_only', 'readOnly')}`);
  if (!['0', 'OFF'].includes(state?.readOnly ?? '0')) {
    throw new ConnectorError('failed', 'The database is read-only. Use the primary server, not a replica.');
  }
  if (!exists) return;
  // EXPLAIN fails unless the user may run the statement.
  await exec(
    connection,
    `EXPLAIN INSERT INTO ${table} (${COLUMNS}) SELECT ${COLUMNS} FROM ${table} WHERE 1 = 0`,
  );
  await exec(connection, `EXPLAIN UPDATE ${table} SET \`position\` = 1 WHERE 1 = 0`);
  await exec(connection, `EXPLAIN DELETE FROM ${table} WHERE 1 = 0`);
}

async function append(connection: Connection, table: string, entries: readonly CopiedEntry[]): Promise<void> {
  // In key order, as InnoDB stores them, so that parallel copies of the same rows wait for each other instead
  // of deadlocking.
  const sorted = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const values = sorted.flatMap(entry => [
    entry.id,
    entry.email,
    entry.name,
    String(entry.position),
    entry.referralCode,
    entry.referredBy,
    JSON.stringify(entry.metadata),
    datetime(entry.createdAt),
  ]);
  // Not IGNORE, which would turn every other error into a missing or wrong row.
  await run(
    connection,
    `INSERT INTO ${table} (${COLUMNS}) VALUES ${placeholders(entries.length, `(${placeholders(8)})`)}
     ON DUPLICATE KEY UPDATE \`id\` = ${table}.\`id\``,
    values,
  );
}

/** As bytes: collations of MySQL take letters with and without accents for the same. */
const bytes = (text: string): string => `CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_bin`;

async function searchRows(
  connection: Connection,
  table: string,
  { part, answers }: RowSearch,
): Promise<string[]> {
  const has = (column: string) =>
    `LOCATE(${bytes('LOWER(CONVERT(? USING utf8mb4))')}, ${bytes(`LOWER(CONVERT(\`${column}\` USING utf8mb4))`)}) > 0`;
  const conditions = [
    '`email` IS NOT NULL',
    ...(part === null ? [] : [`(${has('email')} OR ${has('name')})`]),
    ...answers.map(
      // The account may have put something else there.
      ({ key }) => `CASE WHEN JSON_VALID(\`metadata\`)
        THEN ${bytes(`JSON_UNQUOTE(JSON_EXTRACT(\`metadata\`, '$.answers.${key}'))`)} = ${bytes('?')} ELSE FALSE END`,
    ),
  ];
  const rows = await run(
    connection,
    `SELECT CAST(\`id\` AS CHAR(36)) AS id FROM ${table} WHERE ${conditions.join(' AND ')} LIMIT ${CONNECTOR_LIMITS.search + 1}`,
    [...(part === null ? [] : [part, part]), ...answers.map(({ value }) => value)],
  );
  return rows.map(({ id }) => id ?? '');
}

async function createTable(connection: Connection, table: string): Promise<void> {
  await run(
    connection,
    `CREATE TABLE IF NOT EXISTS ${table} (
       \`id\` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
       \`email\` varchar(254) NOT NULL, \`name\` varchar(100) NULL, \`position\` int NOT NULL,
       \`referral_code\` varchar(32) NOT NULL, \`referred_by\` varchar(32) NULL,
       \`metadata\` json NOT NULL, \`created_at\` datetime(3) NOT NULL)
     ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  );
}

/** {@link Session} on MySQL 8 and MariaDB. */
async function open(options: SessionOptions): Promise<Session> {
  const connection = await connectMysql(options);
  const { version, database } = await introduce(connection);
  const table = `\`${options.tableName}\``;
  await exec(connection, 'START TRANSACTION');

  return {
    serverVersion: version,
    place: [database],
    find: () => findTable(connection, options.tableName),

    checkPrivileges: exists => checkPrivileges(connection, table, exists),

    create: () => createTable(connection, table),

    append: entries => append(connection, table, entries),

    async setPositions(places) {
      const cases = places.map(() => 'WHEN ? THEN ?').join(' ');
      await run(
        connection,
        `UPDATE ${table} SET \`position\` = CASE \`id\` ${cases} END WHERE \`id\` IN (${placeholders(places.length)})`,
        [...places.flatMap(({ id, position }) => [id, String(position)]), ...places.map(({ id }) => id)],
      );
    },

    async read(ids) {
      // The account may have put something else there.
      const member = (name: string) => `CASE WHEN JSON_VALID(\`metadata\`)
        THEN LEFT(CAST(JSON_EXTRACT(\`metadata\`, '$.${name}') AS CHAR), ${METADATA_MAX}) END AS ${name}`;
      const rows = await run(
        connection,
        `SELECT CAST(\`id\` AS CHAR(36)) AS id, LEFT(\`email\`, 254) AS email, LEFT(\`name\`, 100) AS name,
                ${member('answers')}, ${member('consents')}, ${member('source')}
         FROM ${table} WHERE \`email\` IS NOT NULL AND \`id\` IN (${placeholders(ids.length)})`,
        ids,
      );
      return rows.map(row => toContact(row as unknown as ContactRow));
    },

    search: search => searchRows(connection, table, search),

    async change(entries) {
      const ids = entries.map(({ id }) => id);
      const rows = await run(
        connection,
        `SELECT CAST(\`id\` AS CHAR(36)) AS id, \`name\`, CAST(\`metadata\` AS CHAR) AS metadata
         FROM ${table} WHERE \`id\` IN (${placeholders(ids.length)}) FOR UPDATE`,
        ids,
      );
      for (const { id, name, metadata } of changeRows(rows as unknown as ChangeableRow[], entries))
        await run(connection, `UPDATE ${table} SET \`name\` = ?, \`metadata\` = ? WHERE \`id\` = ?`, [
          name,
          JSON.stringify(metadata),
          id,
        ]);
    },

    async erase(entries) {
      const ids = entries.map(({ id }) => id);
      await run(connection, `DELETE FROM ${table} WHERE \`id\` IN (${placeholders(ids.length)})`, ids);
      const codes = entries.map(({ referralCode }) => referralCode);
      await run(
        connection,
        `UPDATE ${table} SET \`referred_by\` = NULL WHERE \`referred_by\` IN (${placeholders(codes.length)})`,
        codes,
      );
    },

    commit: () => exec(connection, 'COMMIT'),

    close() {
      connection.end(() => {});
    },
  };
}

export const mysqlDialect: Dialect = { open, types, failures: MYSQL_FAILURES };
