import pg from 'pg';
import {
  CONNECTOR_LIMITS,
  ConnectorError,
  type CopiedEntry,
  type RowSearch,
} from '../../../core/customer-database/connector.ts';
import { type ChangeableRow, type ContactRow, changeRows, METADATA_MAX, toContact } from '../rows.ts';
import type { ColumnTypes, Dialect, FoundTable, Session, SessionOptions } from '../session.ts';
import { connectPostgres } from './connect.ts';
import { POSTGRES_FAILURES } from './failures.ts';

const COLUMNS = 'id, email, name, position, referral_code, referred_by, metadata, created_at';
const STATEMENT_MS = 8_000;
const LOCK_MS = 4_000;

const text = { types: ['text', 'varchar'], wanted: 'text' };

/** Column types, as in `pg_type`, that can store every value we write. */
const types: ColumnTypes = {
  id: { types: ['uuid', 'text', 'varchar'], atLeast: 36, wanted: 'uuid' },
  email: { ...text, atLeast: 254 },
  name: { ...text, atLeast: 100, mayBeNull: true },
  position: { types: ['int4', 'int8'], wanted: 'integer' },
  referral_code: { ...text, atLeast: 32 },
  referred_by: { ...text, atLeast: 32, mayBeNull: true },
  metadata: { types: ['jsonb', 'json'], wanted: 'jsonb' },
  created_at: { types: ['timestamptz'], atLeast: 3, wanted: 'timestamptz' },
};

/**
 * Settings are for one transaction, so that a pooler does not pass them to others. Commits wait for the disk, because
 * an acknowledged copy is not repeated.
 */
const begin = (readOnly: boolean) => `
  BEGIN ISOLATION LEVEL READ COMMITTED${readOnly ? ' READ ONLY' : ''};
  SET LOCAL statement_timeout = ${STATEMENT_MS};
  SET LOCAL lock_timeout = ${LOCK_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_MS};
  SET LOCAL TIME ZONE 'UTC';
  SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off';
  SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
    current_database() AS database, current_schema() AS schema,
    pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "readOnly"`;

interface Introduction {
  readonly version: string;
  readonly encoding: string;
  readonly database: string;
  readonly schema: string | null;
  readonly readOnly: string;
}

async function introduce(client: pg.Client, readOnly: boolean): Promise<Introduction & { schema: string }> {
  const results = (await client.query(begin(readOnly))) as unknown as pg.QueryResult<Introduction>[];
  const row = results.at(-1)?.rows[0];
  if (!row) throw new Error('The server returned no row');
  if (row.encoding !== 'UTF8') {
    throw new ConnectorError('failed', 'The database does not use UTF-8. Use one that does.');
  }
  if (row.schema === null) {
    throw new ConnectorError(
      'failed',
      "There is no schema to create the table in. Set the user's search_path to an existing one.",
    );
  }
  return { ...row, schema: row.schema };
}

/** A column's description as one row; booleans are `t` and `f`. */
const FIND_COLUMNS = `
  SELECT a.attname AS name, CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace THEN t.typname ELSE '' END AS type,
    CASE WHEN a.atttypmod < 0 THEN NULL WHEN t.typname = 'varchar' THEN a.atttypmod - 4 ELSE a.atttypmod END AS limit,
    NOT a.attnotnull AS nullable, a.attgenerated <> '' OR a.attidentity = 'a' AS generated
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const FIND_INDEXES = `
  SELECT i.indpred IS NULL AND i.indexprs IS NULL AND i.indimmediate AND i.indisvalid AND NOT i.indisexclusion AS plain,
    (SELECT json_agg(coalesce(a.attname, '') ORDER BY k.n) FROM generate_series(0, i.indnkeyatts - 1) AS k(n)
      LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.n] AND a.attnum > 0) AS columns
  FROM pg_index i WHERE i.indrelid = $1::oid AND (i.indisunique OR i.indisexclusion)`;

async function findTable(client: pg.Client, schema: string, name: string): Promise<FoundTable | null> {
  const { rows } = await client.query<{ oid: string; plain: string; secured: string }>(
    `SELECT c.oid, c.relkind = 'r' AND c.relpersistence = 'p' AND NOT c.relispartition AS plain,
       row_security_active(c.oid) AS secured
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, name],
  );
  const [found] = rows;
  if (!found) return null;
  const columns = await client.query<
    Record<'name' | 'type' | 'nullable' | 'generated', string> & { limit: string | null }
  >(FIND_COLUMNS, [found.oid]);
  const indexes = await client.query<{ plain: string; columns: string }>(FIND_INDEXES, [found.oid]);
  return {
    kind: found.plain === 't' ? 'table' : 'other',
    columns: columns.rows.map(row => ({
      name: row.name,
      type: row.type,
      limit: row.limit === null ? null : Number(row.limit),
      nullable: row.nullable === 't',
      generated: row.generated === 't',
      charset: null,
    })),
    uniqueIndexes: indexes.rows.map(row => ({
      plain: row.plain === 't',
      columns: JSON.parse(row.columns) as string[],
    })),
    ...(found.secured === 't' && {
      obstacle: 'row-level security hides rows from this user. Exempt the user, or turn it off.',
    }),
  };
}

/** Checks what the user may do with the table; without one, that it may create it. */
async function checkGrants(
  client: pg.ClientBase,
  { table, schema }: { readonly table?: string; readonly schema?: string },
): Promise<void> {
  const { rows } = await client.query<{ able: string }>(
    table
      ? `SELECT has_table_privilege($1, 'INSERT') AND has_table_privilege($1, 'UPDATE') AND has_table_privilege($1, 'SELECT') AND has_table_privilege($1, 'DELETE') AS able`
      : `SELECT has_schema_privilege($1, 'CREATE') AS able`,
    [table ?? schema],
  );
  if (rows[0]?.able !== 't') {
    throw new ConnectorError(
      'failed',
      table
        ? 'The user cannot use the table. Grant it SELECT, INSERT, UPDATE, and DELETE.'
        : 'The user cannot create tables. Grant it CREATE on the schema.',
    );
  }
}

const toRow = (entry: CopiedEntry) => ({
  id: entry.id,
  email: entry.email,
  name: entry.name,
  position: entry.position,
  referral_code: entry.referralCode,
  referred_by: entry.referredBy,
  metadata: entry.metadata,
  created_at: entry.createdAt,
});

async function createTable(client: pg.Client, table: string): Promise<void> {
  // Parallel creations would both find it missing, and one would fail.
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [table]);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${table} (
       id uuid PRIMARY KEY, email text NOT NULL, name text, position integer NOT NULL, referral_code text NOT NULL,
       referred_by text, metadata jsonb NOT NULL, created_at timestamptz NOT NULL)`,
  );
}

async function searchRows(client: pg.Client, table: string, { part, answers }: RowSearch): Promise<string[]> {
  const conditions = answers.map(
    ({ key }, index) => `theirs.metadata -> 'answers' ->> '${key}' = $${index + 2}::text`,
  );
  const { rows } = await client.query<{ id: string }>(
    `SELECT theirs.id::text AS id FROM ${table} AS theirs
     WHERE theirs.email IS NOT NULL AND ($1::text IS NULL OR strpos(lower(theirs.email::text), lower($1)) > 0
       OR strpos(lower(theirs.name::text), lower($1)) > 0) ${conditions.map(each => `AND ${each}`).join(' ')}
     LIMIT ${CONNECTOR_LIMITS.search + 1}`,
    [part, ...answers.map(({ value }) => value)],
  );
  return rows.map(({ id }) => id);
}

async function readContacts(client: pg.Client, table: string, given: string, ids: readonly string[]) {
  const member = (name: string) => `left((theirs.metadata -> '${name}')::text, ${METADATA_MAX}) AS ${name}`;
  const { rows } = await client.query<ContactRow>(
    `SELECT theirs.id, left(theirs.email, 254) AS email, left(theirs.name, 100) AS name,
            ${member('answers')}, ${member('consents')}, ${member('source')}
     FROM ${given} AS given JOIN ${table} AS theirs ON theirs.id = given.id WHERE theirs.email IS NOT NULL`,
    [JSON.stringify(ids.map(id => ({ id })))],
  );
  return rows.map(toContact);
}

/** {@link Session} on Postgres 13 and later. */
async function open(options: SessionOptions): Promise<Session> {
  const client = await connectPostgres(options);
  const introduction = await introduce(client, options.readOnly);
  const { schema } = introduction;
  const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(options.tableName)}`;
  // Cast rows to the table's types, which may differ from those we create.
  const given = `jsonb_populate_recordset(NULL::${table}, $1::jsonb)`;

  return {
    serverVersion: introduction.version.split(' ')[0] ?? '',
    place: [introduction.database, schema],
    find: () => findTable(client, schema, options.tableName),

    async checkPrivileges(exists) {
      if (introduction.readOnly === 't') {
        throw new ConnectorError(
          'failed',
          'The database is read-only. Use the primary server, not a replica.',
        );
      }
      await checkGrants(client, exists ? { table } : { schema });
    },

    create: () => createTable(client, table),

    async append(entries) {
      await client.query(
        `INSERT INTO ${table} (${COLUMNS}) SELECT ${COLUMNS} FROM ROWS FROM (${given}) WITH ORDINALITY AS given
         ORDER BY ordinality ON CONFLICT (id) DO NOTHING`,
        [JSON.stringify(entries.map(toRow))],
      );
    },

    async setPositions(places) {
      await client.query(
        `UPDATE ${table} AS theirs SET position = given.position FROM ${given} AS given
         WHERE theirs.id = given.id AND theirs.position IS DISTINCT FROM given.position`,
        [JSON.stringify(places)],
      );
    },

    read: ids => readContacts(client, table, given, ids),

    search: search => searchRows(client, table, search),

    async change(entries) {
      const { rows } = await client.query<ChangeableRow>(
        `SELECT theirs.id, theirs.name, theirs.metadata::text AS metadata
         FROM ${given} AS given JOIN ${table} AS theirs ON theirs.id = given.id ORDER BY theirs.id FOR UPDATE OF theirs`,
        [JSON.stringify(entries.map(({ id }) => ({ id })))],
      );
      await client.query(
        `UPDATE ${table} AS theirs SET name = given.name, metadata = given.metadata
         FROM ${given} AS given WHERE theirs.id = given.id`,
        [JSON.stringify(changeRows(rows, entries))],
      );
    },

    async erase(entries) {
      await client.query(
        `DELETE FROM ${table} AS theirs USING ${given} AS given WHERE theirs.id = given.id`,
        [JSON.stringify(entries.map(({ id }) => ({ id })))],
      );
      await client.query(`UPDATE ${table} SET referred_by = NULL WHERE referred_by = ANY ($1::text[])`, [
        entries.map(({ referralCode }) => referralCode),
      ]);
    },

    async commit() {
      await client.query('COMMIT');
    },

    close() {
      // Sends a goodbye without waiting; the stream ends at the deadline at the latest.
      client.end().catch(() => {});
    },
  };
}

export const postgresDialect: Dialect = { open, types, failures: POSTGRES_FAILURES };
