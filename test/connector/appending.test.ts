import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConnector } from '../../adapters/customer-database/connector.ts';
import { NO_SOURCE } from '../../core/questions/source.ts';
import { describeWithMysql } from '../support/describe-with-mysql.ts';
import { environment } from '../support/launch-chromium.ts';
import { startMysqlServer } from '../support/mysql-server.ts';
import {
  type CustomerDatabase,
  entryOf,
  failureOf,
  mysqlAt,
  openMysqlDatabase,
  openNamedPostgresDatabase,
  openPostgresDatabase,
  targetOf,
} from './customer-database.ts';

const connector = createConnector({ allowLoopback: true });

/** Text that commonly breaks quoting, encoding or comparisons. */
const NAMES = [
  'Zoë',
  '😀 👩‍👩‍👧 🇺🇦',
  '𝕏𝒴 𐍈',
  `O'Brien "the" \`quick\``,
  `\\'; DROP TABLE x; --`,
  '\\',
  "\\\\' OR 1=1 #",
  '%_?:$1 {0} $x',
  'İstanbul ﷽ ẞ ß',
  '日本語 한국어 العربية',
  'a\u200bb\u0301',
  ' blanks ',
  'line\nbreak\ttab\r',
  'x'.repeat(100),
  '😀'.repeat(100),
  null,
];

const METADATA = { text: `'"\\ 😀`, deep: { list: [1, 2.5, true, null, 'ü'] }, ключ: '\n' };

function describeAppending(open: () => Promise<CustomerDatabase>, expected: { time: string }): void {
  let database: CustomerDatabase;
  let tables = 0;

  async function attached() {
    const where = targetOf(database, `waitlist_d${++tables}`);
    await connector.prepare(where);
    const rows = (order: string) =>
      database.query(`SELECT * FROM ${where.tableName}${order && ` ORDER BY ${order}`}`);
    return { where, rows };
  }

  beforeAll(async () => {
    database = await open();
  });

  afterAll(() => database?.drop());

  it('keeps every character of names and metadata, and the exact time', async () => {
    const { where, rows } = await attached();
    const entries = NAMES.map((name, index) => entryOf(index + 1, { name, metadata: METADATA }));
    await connector.append(where, entries);
    const found = await rows('position');
    expect(found.map(row => row.name)).toEqual(NAMES);
    for (const row of found) {
      const metadata = typeof row.metadata === 'string' ? JSON.parse(row.metadata) : row.metadata;
      expect(metadata).toEqual(METADATA);
    }
    const contacts = await connector.read(
      where,
      entries.map(({ id }) => id),
    );
    const names = new Map(contacts.map(({ id, name }) => [id, name]));
    expect(entries.map(({ id }) => names.get(id))).toEqual(NAMES);
    const [{ moment }] = (await database.query(
      `SELECT ${expected.time} AS moment FROM ${where.tableName} WHERE position = 1`,
    )) as [{ moment: string }];
    expect(moment).toBe('2026-01-02 03:04:05.001');
  });

  it('appends each row once, in order, however often it is called', async () => {
    const { where, rows } = await attached();
    const entries = Array.from({ length: 500 }, (_, index) => entryOf(index + 1));
    await connector.append(where, entries.slice(0, 200));
    await database.query(`UPDATE ${where.tableName} SET name = 'Changed by them' WHERE position = 7`);
    await connector.append(where, entries);
    await connector.append(where, entries);
    const found = await rows(database.dbType === 'postgres' ? 'ctid' : 'position');
    expect(found).toHaveLength(500);
    const changed = found.find(row => row.position === 7);
    expect(changed?.name).toBe('Changed by them');
    const others = found.map(row => row.position).filter(position => position !== 7);
    expect(others).toEqual(entries.map(({ position }) => position).filter(position => position !== 7));
  });

  it('appends each row once when the same rows are appended concurrently', async () => {
    const { where, rows } = await attached();
    const entries = Array.from({ length: 60 }, (_, index) => entryOf(index + 1));
    await Promise.all(Array.from({ length: 8 }, () => connector.append(where, entries)));
    expect((await rows('position')).map(row => row.id)).toEqual(entries.map(({ id }) => id));
  });

  // Only two: the server takes a second to detect each deadlock, and lock waits time out after four.
  it('retries after a deadlock', async () => {
    const { where, rows } = await attached();
    const entries = Array.from({ length: 2000 }, (_, index) => entryOf(index + 1));
    await Promise.all([connector.append(where, entries), connector.append(where, entries.toReversed())]);
    expect((await rows('position')).map(row => row.id)).toEqual(entries.map(({ id }) => id));
  });

  it('appends all or nothing', async () => {
    const { where, rows } = await attached();
    const wrong = entryOf(3, { position: 3_000_000_000 });
    expect(await failureOf(connector.append(where, [entryOf(1), entryOf(2), wrong]))).toMatchObject({
      kind: 'table',
    });
    expect(await rows('')).toEqual([]);
  });

  it('sets positions of existing rows only', async () => {
    const { where, rows } = await attached();
    const entries = Array.from({ length: 1000 }, (_, index) => entryOf(index + 1));
    const absent = entryOf(1);
    await connector.append(where, entries.slice(0, 500));
    await connector.append(where, entries.slice(500, 999));
    const places = entries.map(({ id }, index) => ({ id, position: 1000 - index }));
    await connector.setPositions(where, [...places.slice(0, 998), { id: absent.id, position: 5 }]);
    const found = await rows('position');
    expect(found).toHaveLength(999);
    expect(new Map(found.map(row => [row.id, row.position]))).toEqual(
      new Map([
        ...places.slice(0, 998).map(({ id, position }) => [id, position] as const),
        [entries[998]?.id ?? '', 999],
      ]),
    );
    const [moments] = await database.query(
      `SELECT count(DISTINCT created_at) AS n FROM ${where.tableName} WHERE ${expected.time} LIKE '2026-01-02 03:04:%'`,
    );
    expect(Number(moments?.n)).toBe(999);
  });

  it('reads only the requested rows, and rows of the customer only when requested by id', async () => {
    const { where } = await attached();
    const [asked, other] = [entryOf(1, { name: null }), entryOf(2)] as const;
    await connector.append(where, [asked, other]);
    expect(await connector.read(where, [asked.id, entryOf(3).id])).toEqual([
      { id: asked.id, email: asked.email, name: null, answers: {}, consents: {}, source: NO_SOURCE },
    ]);
    expect(await connector.read(where, [])).toEqual([]);
    await database.query(`DELETE FROM ${where.tableName}`);
    expect(await connector.read(where, [asked.id])).toEqual([]);
  });

  it('changes names, answers and consents, and reads whatever is there', async () => {
    const { where, rows } = await attached();
    const source = { ...NO_SOURCE, utmSource: 'Zoë 😀' };
    const terms = { label: 'I "agree"', at: '2026-01-02T03:04:05.678Z' };
    const metadata = { answers: { note: `O'Brien\n`, role: 'x' }, consents: { terms }, source, theirs: [1] };
    const [changed, plain, odd] = [
      entryOf(1, { metadata }),
      entryOf(2),
      entryOf(3, { metadata: { answers: [7], source: 'x' } }),
    ];
    await connector.append(where, [changed, plain, odd]);
    const news = { label: 'News', at: '2026-02-02T03:04:05.678Z' };
    const change = {
      answers: { role: null, tools: ['Vue', '😀'], terms: true, news: true },
      consents: { role: null, tools: null, terms: { ...terms, at: news.at }, news },
    };
    await connector.change(where, [
      { id: changed.id, change: { ...change, name: 'Zoë' } },
      { id: plain.id, change },
      { id: entryOf(4).id, change },
    ]);
    await connector.change(where, []);
    const found = await connector.read(where, [changed.id, plain.id, odd.id]);
    const of = ({ id }: { id: string }) => found.find(row => row.id === id);
    expect(of(changed)).toMatchObject({
      name: 'Zoë',
      answers: { note: `O'Brien\n`, tools: ['Vue', '😀'], terms: true, news: true },
      consents: { terms, news },
      source,
    });
    expect(of(plain)).toMatchObject({
      name: plain.name,
      answers: { tools: ['Vue', '😀'], terms: true, news: true },
    });
    expect(of(odd)).toMatchObject({ answers: {}, consents: {}, source: NO_SOURCE });
    const [first] = await rows('position');
    const stored = typeof first?.metadata === 'string' ? JSON.parse(first.metadata) : first?.metadata;
    expect(stored.theirs).toEqual([1]);
  });

  it('leaves no connection open', async () => {
    const { where } = await attached();
    const url = await database.user(
      'once',
      database.dbType === 'postgres' ? `ALL ON ${where.tableName}` : 'ALL ON DATABASE',
    );
    const theirs = { ...where, connectionString: url };
    const user = new URL(url).username;
    const count = async () => {
      const [row] = await database.query(
        database.dbType === 'postgres'
          ? `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = '${user}'`
          : `SELECT count(*) AS n FROM information_schema.processlist WHERE user = '${user}'`,
      );
      return Number(row?.n);
    };
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => connector.append(theirs, [entryOf(index + 1)])),
    );
    await failureOf(connector.append(theirs, [entryOf(1, { position: 3_000_000_000 })]));
    for (const deadline = Date.now() + 5_000; (await count()) > 0; )
      expect(Date.now()).toBeLessThan(deadline);
  });
}

const POSTGRES = { time: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')` };
const MYSQL = { time: `LEFT(CAST(created_at AS CHAR(30)), 23)` };

describe('appending to a Postgres', () => describeAppending(openPostgresDatabase, POSTGRES));

describe('appending to a Postgres with unusual settings', () => {
  describeAppending(async () => {
    const database = await openPostgresDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await database.query(
      ...[
        'standard_conforming_strings = off',
        `DateStyle = 'SQL, DMY'`,
        `IntervalStyle = 'sql_standard'`,
        `TimeZone = 'Pacific/Chatham'`,
        `client_encoding = 'LATIN1'`,
        `bytea_output = 'escape'`,
        `default_transaction_isolation = 'serializable'`,
        'default_transaction_deferrable = on',
        `search_path = 'nowhere', 'theirs', 'public'`,
        'synchronous_commit = off',
        'extra_float_digits = -15',
        'array_nulls = off',
        'transform_null_equals = on',
        `escape_string_warning = off`,
      ].map(setting => `ALTER DATABASE ${name} SET ${setting}`),
      'CREATE SCHEMA theirs',
      'GRANT USAGE ON SCHEMA theirs TO PUBLIC',
    );
    return database;
  }, POSTGRES);
});

if (environment('POSTGRES_URL')) {
  describe('appending to the Postgres of POSTGRES_URL', () => {
    describeAppending(async () => (await openNamedPostgresDatabase()) as CustomerDatabase, POSTGRES);
  });
}

describeWithMysql('appending to a MySQL', () => describeAppending(openMysqlDatabase, MYSQL));

describeWithMysql(
  'appending to a MySQL that is set otherwise',
  () => {
    describeAppending(
      async () =>
        mysqlAt(
          await startMysqlServer([
            '--sql-mode=ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,IGNORE_SPACE,HIGH_NOT_PRECEDENCE',
            '--default-time-zone=+12:45',
            '--character-set-server=latin1',
            '--lower-case-table-names=1',
            '--autocommit=0',
            '--transaction-isolation=SERIALIZABLE',
            `--init-connect=SET NAMES latin1, sql_mode = 'NO_BACKSLASH_ESCAPES'`,
            '--explicit-defaults-for-timestamp=0',
          ]),
        ),
      MYSQL,
    );
  },
  { own: true },
);
