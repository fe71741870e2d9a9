import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConnector } from '../../adapters/customer-database/connector.ts';
import { describeWithMysql } from '../support/describe-with-mysql.ts';
import { environment } from '../support/launch-chromium.ts';
import {
  type CustomerDatabase,
  entryOf,
  failureOf,
  openMysqlDatabase,
  openNamedPostgresDatabase,
  openPostgresDatabase,
  targetOf,
} from './customer-database.ts';

const connector = createConnector({ allowLoopback: true });

interface Fixture {
  readonly columns: string;
  /** What the catalog contains for a new table. */
  readonly described: readonly unknown[];
  /** Statements that make `t` unusable, and what the error names. */
  readonly unfit: readonly (readonly [what: string, statements: readonly string[], named: string])[];
  /** Other valid definitions. */
  readonly fit: readonly string[];
}

const POSTGRES: Fixture = {
  columns:
    'SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns WHERE table_name =',
  described: [
    ['id', 'uuid', 'NO'],
    ['email', 'text', 'NO'],
    ['name', 'text', 'YES'],
    ['position', 'integer', 'NO'],
    ['referral_code', 'text', 'NO'],
    ['referred_by', 'text', 'YES'],
    ['metadata', 'jsonb', 'NO'],
    ['created_at', 'timestamp with time zone', 'NO'],
  ],
  unfit: [
    ['a missing column', ['ALTER TABLE t DROP COLUMN metadata'], 'metadata'],
    ['an extra column', ['ALTER TABLE t ADD COLUMN country text'], 'columns other than'],
    ['a column of another type', ['ALTER TABLE t ALTER COLUMN position TYPE text'], 'position'],
    ['a column that is too short', ['ALTER TABLE t ALTER COLUMN email TYPE varchar(100)'], 'email'],
    ['a required name', ['ALTER TABLE t ALTER COLUMN name SET NOT NULL'], 'name'],
    ['times without zone', ['ALTER TABLE t ALTER COLUMN created_at TYPE timestamp'], 'created_at'],
    ['an id that is not unique', ['ALTER TABLE t DROP CONSTRAINT t_pkey'], 'id'],
    [
      'an id that is unique at times',
      ['ALTER TABLE t DROP CONSTRAINT t_pkey', 'CREATE UNIQUE INDEX ON t (id) WHERE position > 1'],
      'id',
    ],
    [
      'an id that is unique later',
      ['ALTER TABLE t DROP CONSTRAINT t_pkey', 'ALTER TABLE t ADD UNIQUE (id) DEFERRABLE INITIALLY DEFERRED'],
      'id',
    ],
    ['a unique email', ['CREATE UNIQUE INDEX ON t (lower(email))'], 'unique index'],
    ['an exclusion', ['ALTER TABLE t ADD EXCLUDE USING btree (referral_code WITH =)'], 'unique index'],
    [
      'a column that the server fills',
      [
        'ALTER TABLE t DROP COLUMN referral_code',
        `ALTER TABLE t ADD COLUMN referral_code text GENERATED ALWAYS AS ('x') STORED`,
      ],
      'referral_code',
    ],
    [
      'a type of the same name',
      [
        'CREATE SCHEMA s',
        'CREATE DOMAIN s.text AS pg_catalog.text',
        'ALTER TABLE t ALTER COLUMN email TYPE s.text',
      ],
      'email',
    ],
    ['a view', ['ALTER TABLE t RENAME TO old', 'CREATE VIEW t AS SELECT * FROM old'], 'ordinary table'],
    [
      'a partitioned table',
      ['ALTER TABLE t RENAME TO old', 'CREATE TABLE t (LIKE old INCLUDING INDEXES) PARTITION BY HASH (id)'],
      'ordinary table',
    ],
    ['an unlogged table', ['ALTER TABLE t SET UNLOGGED'], 'ordinary table'],
  ],
  fit: [
    'id text PRIMARY KEY, email varchar(254), name varchar(100), position bigint, referral_code varchar(64), referred_by varchar(64), metadata json, created_at timestamptz(3)',
    'created_at timestamptz, metadata jsonb, referred_by text, referral_code text, position int, name text, email text, id uuid UNIQUE',
  ],
};

const MYSQL: Fixture = {
  columns:
    'SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name =',
  described: [
    ['id', 'char', 'NO'],
    ['email', 'varchar', 'NO'],
    ['name', 'varchar', 'YES'],
    ['position', 'int', 'NO'],
    ['referral_code', 'varchar', 'NO'],
    ['referred_by', 'varchar', 'YES'],
    ['metadata', expect.stringMatching(/^(json|longtext)$/), 'NO'],
    ['created_at', 'datetime', 'NO'],
  ],
  unfit: [
    ['a missing column', ['ALTER TABLE t DROP COLUMN metadata'], 'metadata'],
    ['an extra column', ['ALTER TABLE t ADD COLUMN country text'], 'columns other than'],
    ['a column of another type', ['ALTER TABLE t MODIFY position varchar(10)'], 'position'],
    ['a column that is too short', ['ALTER TABLE t MODIFY email varchar(100)'], 'email'],
    ['a required name', ['ALTER TABLE t MODIFY name varchar(100) NOT NULL'], 'name'],
    ['a name without emoji', ['ALTER TABLE t MODIFY name varchar(100) CHARACTER SET latin1'], 'name'],
    ['times without milliseconds', ['ALTER TABLE t MODIFY created_at datetime'], 'created_at'],
    [
      'times that change with each update',
      [
        'ALTER TABLE t MODIFY created_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)',
      ],
      'created_at',
    ],
    ['an id that is not unique', ['ALTER TABLE t DROP PRIMARY KEY'], 'id'],
    [
      'an id with a unique prefix',
      ['ALTER TABLE t DROP PRIMARY KEY', 'CREATE UNIQUE INDEX i ON t (id(8))'],
      'id',
    ],
    ['a unique email', ['CREATE UNIQUE INDEX i ON t (email)'], 'unique index'],
    ['a unique pair', ['CREATE UNIQUE INDEX i ON t (id, email)'], 'unique index'],
    [
      'a column that the server fills',
      [
        'ALTER TABLE t DROP COLUMN referral_code',
        `ALTER TABLE t ADD COLUMN referral_code varchar(64) AS (LEFT(email, 3)) VIRTUAL`,
      ],
      'referral_code',
    ],
    ['a view', ['RENAME TABLE t TO old', 'CREATE VIEW t AS SELECT * FROM old'], 'ordinary table'],
    ['a partitioned table', ['ALTER TABLE t PARTITION BY KEY (id) PARTITIONS 2'], 'ordinary table'],
    ['a table without transactions', ['ALTER TABLE t ENGINE = MyISAM'], 'InnoDB'],
  ],
  fit: [
    'id varchar(36) PRIMARY KEY, email text, name text, position bigint, referral_code text, referred_by text, metadata longtext, created_at timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)',
    'created_at datetime(3), metadata json, referred_by varchar(64), referral_code varchar(64), position int unsigned, name varchar(100), email varchar(254), id char(36), UNIQUE (id)',
  ],
};

function describeTables(open: () => Promise<CustomerDatabase>, fixture: Fixture): void {
  let database: CustomerDatabase;
  let tables = 0;
  const target = () => targetOf(database, `waitlist_t${++tables}`);

  beforeAll(async () => {
    database = await open();
  });

  afterAll(() => database?.drop());

  /** Creates a table from statements about `t`. */
  async function make(tableName: string, statements: readonly string[]): Promise<void> {
    const renamed =
      database.dbType === 'postgres'
        ? `ALTER TABLE t RENAME TO ${tableName}`
        : `RENAME TABLE t TO ${tableName}`;
    const cleared =
      database.dbType === 'postgres'
        ? ['DROP SCHEMA IF EXISTS s CASCADE', 'DROP TABLE IF EXISTS old CASCADE']
        : ['DROP TABLE IF EXISTS old'];
    await database.query(...cleared, ...statements, renamed);
  }

  it('are created with exactly the columns in the specification, and found again', async () => {
    const where = target();
    expect(await connector.test(where)).toEqual({ serverVersion: expect.stringMatching(/^\d+\.\d+/) });
    expect(await database.query(`${fixture.columns} '${where.tableName}'`)).toEqual([]);

    const { identity, serverVersion } = await connector.prepare(where);
    expect(serverVersion).toMatch(/^\d+\.\d+/);
    const columns = await database.query(`${fixture.columns} '${where.tableName}' ORDER BY ordinal_position`);
    expect(columns.map(({ name, type, nullable }) => [name, type, nullable])).toEqual(fixture.described);
    expect(await connector.prepare(where)).toEqual({ identity, serverVersion });
    expect(await connector.test(where)).toEqual({ serverVersion });
  });

  it('are created once by concurrent calls', async () => {
    const where = target();
    const identities = await Promise.all(Array.from({ length: 6 }, () => connector.prepare(where)));
    expect(new Set(identities.map(({ identity }) => identity)).size).toBe(1);
  });

  it.each(fixture.fit.map(definition => [definition]))('are used when valid: %s', async definition => {
    const where = target();
    await database.query(`CREATE TABLE ${where.tableName} (${definition})`);
    const theirs = entryOf(1, { email: 'theirs@example.com' });
    const ours = [
      entryOf(2, { name: null, metadata: { from: 'page' } }),
      entryOf(3, { referredBy: 'code2' }),
    ];
    await connector.prepare(where);
    await connector.append(where, [theirs]);
    await connector.append(where, ours);
    await connector.setPositions(where, [{ id: ours[0]?.id ?? '', position: 9 }]);
    const rows = await database.query(`SELECT * FROM ${where.tableName} ORDER BY position`);
    expect(rows.map(row => [row.id, row.email, row.name, Number(row.position), row.referred_by])).toEqual([
      [theirs.id, 'theirs@example.com', 'Visitor 1', 1, null],
      [ours[1]?.id, 'visitor3@example.com', 'Visitor 3', 3, 'code2'],
      [ours[0]?.id, 'visitor2@example.com', null, 9, null],
    ]);
  });

  describe('are rejected', () => {
    it.each(fixture.unfit.map(([what, statements, named]) => [what, statements, named] as const))(
      'with %s',
      async (_what, statements, named) => {
        const where = target();
        await connector.prepare({ ...where, tableName: 'waitlist_draft' });
        await make(where.tableName, [
          database.dbType === 'postgres'
            ? 'ALTER TABLE waitlist_draft RENAME TO t'
            : 'RENAME TABLE waitlist_draft TO t',
          ...(database.dbType === 'postgres' ? ['ALTER INDEX waitlist_draft_pkey RENAME TO t_pkey'] : []),
          ...statements,
        ]);
        for (const call of [connector.test(where), connector.prepare(where)]) {
          const { kind, message } = await failureOf(call);
          expect(kind).toBe('table');
          expect(message).toContain(named);
        }
        await database.query(
          statements.some(each => each.startsWith('CREATE VIEW'))
            ? `DROP VIEW ${where.tableName}`
            : `DROP TABLE ${where.tableName}`,
        );
      },
    );
  });

  it('cause a clear error once they are dropped or changed', async () => {
    const where = target();
    const entry = entryOf(1);
    expect(await failureOf(connector.append(where, [entry]))).toMatchObject({ kind: 'table' });
    await connector.prepare(where);
    await database.query(`ALTER TABLE ${where.tableName} ADD COLUMN needed int NOT NULL`);
    expect(await failureOf(connector.append(where, [entry]))).toMatchObject({ kind: 'table' });
  });
}

describe('tables of a Postgres', () => {
  describeTables(openPostgresDatabase, POSTGRES);

  it('are rejected if row-level security hides rows from the user', async () => {
    const database = await openPostgresDatabase();
    try {
      const where = targetOf(database, 'waitlist_secured');
      await connector.prepare(where);
      await database.query('ALTER TABLE waitlist_secured ENABLE ROW LEVEL SECURITY');
      const url = await database.user('secret', 'ALL ON waitlist_secured');
      expect(await failureOf(connector.test({ ...where, connectionString: url }))).toMatchObject({
        kind: 'table',
        message: expect.stringContaining('row-level security'),
      });
    } finally {
      await database.drop();
    }
  });
});

if (environment('POSTGRES_URL')) {
  describe('tables of the Postgres of POSTGRES_URL', () => {
    describeTables(async () => (await openNamedPostgresDatabase()) as CustomerDatabase, POSTGRES);
  });
}

describeWithMysql('tables of a MySQL', () => describeTables(openMysqlDatabase, MYSQL));
