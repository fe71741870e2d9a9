import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { type CustomerDatabase, openPostgresDatabase } from '../../connector/customer-database.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { describeEach, namesIn, openStorage, rowsOf, settle } from './storage-fixture.ts';

const session = shareSession();

const INTERNAL = { dbType: 'internal', connectionStored: false, tableName: null, attachedAt: null };

describeEach('POST /api/v1/waitlists/{id}/database', open => {
  let database: CustomerDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.drop());

  const columns = async (table: string) =>
    (
      await database.query(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' ORDER BY ordinal_position`,
      )
    ).map(({ name }) => name);

  it(`attaches a database and creates the table${verifies('database.attach-200', 'database.get-200', 'database.object-shape', 'database.db-types', 'database.attach-sets-db-type', 'database.attach-creates-table', 'database.table-columns', 'database.table-name', 'database.attach-stores-connection', 'database.test-only-default-false')}`, async () => {
    const list = await openStorage(session, { slug: `my-first-${database.dbType}` });
    const table = `waitlist_my_first_${database.dbType}`;
    expect((await list.get()).body).toEqual(INTERNAL);
    const { status, body } = await list.attach(database);
    expect(status).toBe(200);
    expect(body).toEqual({
      dbType: database.dbType,
      connectionStored: true,
      tableName: table,
      attachedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const got = await list.get();
    expect([got.status, got.body]).toEqual([200, body]);
    expect(await columns(table)).toEqual([
      'id',
      'email',
      'name',
      'position',
      'referral_code',
      'referred_by',
      'metadata',
      'created_at',
    ]);
  });

  it(`with testOnly checks the connection and stores nothing${verifies('database.test-only-answer', 'database.test-only-persists-nothing')}`, async () => {
    const list = await openStorage(session);
    const { status, body } = await list.attach(database, { testOnly: true });
    const table = `waitlist_${list.slug.replaceAll('-', '_')}`;
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        dbType: database.dbType,
        tableName: table,
        serverVersion: expect.stringMatching(/^\d+\.\d+/),
      },
    ]);
    expect(await columns(table)).toEqual([]);
    expect((await list.get()).body).toEqual(INTERNAL);
    expect(
      await session.sql(
        'SELECT 1 FROM database_attachments a JOIN waitlists w ON w.id = a.waitlist_id WHERE w.slug = $1',
        [list.slug],
      ),
    ).toEqual([]);
  });

  it(`uses a matching table, and neither changes nor shows its rows${verifies('database.fitting-table-used', 'database.foreign-rows-left-alone', 'database.foreign-rows-never-shown')}`, async () => {
    const first = await openStorage(session);
    await first.attach(database);
    const table = `waitlist_${first.slug.replaceAll('-', '_')}`;
    const foreign = {
      id: '11111111-2222-4333-8444-555555555555',
      email: 'their-own@example.com',
      position: 1,
    };
    await database.query(
      `INSERT INTO ${table} (id, email, name, position, referral_code, metadata, created_at)
       VALUES ('${foreign.id}', '${foreign.email}', 'Own', 1, 'own', '{}', '2020-01-01 00:00:00')`,
    );
    await session.api.delete(`/api/v1/waitlists/${first.slug}`);
    const list = await openStorage(session, { slug: first.slug });
    expect((await list.attach(database)).body.tableName).toBe(table);
    await list.join('ann');
    await settle(session);
    expect(namesIn(await rowsOf(database, table))).toEqual(['their-own', 'ann']);
    expect((await rowsOf(database, table))[0]).toMatchObject({ ...foreign, name: 'Own' });
    const { body } = await list.entries();
    expect([namesIn(body.entries), body.total]).toEqual([['ann'], 1]);
    const found = await list.entries(`?email=${encodeURIComponent(body.entries[0].email)}`);
    expect([namesIn(found.body.entries), found.body.total]).toEqual([['ann'], 1]);
  });

  it(`keeps the name of the table when the slug changes${verifies('database.table-name-fixed-when-attached')}`, async () => {
    const list = await openStorage(session);
    const { tableName } = (await list.attach(database)).body;
    const slug = `${list.slug}-moved`;
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { slug });
    const path = `/api/v1/waitlists/${slug}/database`;
    expect((await session.api.get(path)).body.tableName).toBe(tableName);
    const again = { dbType: database.dbType, connectionString: database.url };
    expect((await session.api.post(path, again)).body.tableName).toBe(tableName);
    await session.api.delete(path);
    expect((await session.api.post(path, again)).body.tableName).toBe(`${tableName}_moved`);
  });

  it(`shortens the name of the table of a long slug${verifies('database.table-name-long-slug')}`, async () => {
    const list = await openStorage(session, { slug: `${database.dbType}-${'long-'.repeat(18)}x` });
    const { body } = await list.attach(database);
    expect(body.tableName).toMatch(/^waitlist_.{45}_[0-9a-f]{8}$/);
    expect(await columns(body.tableName)).toHaveLength(8);
  });

  it(`continues with a new password, and switches to another database${verifies('database.post-replaces-connection', 'database.same-table-continues-attachment')}`, async () => {
    // On Postgres as another user first.
    const url =
      database.dbType === 'mysql'
        ? database.url
        : await database.user('first-password', 'CREATE, USAGE ON SCHEMA public');
    const list = await openStorage(session);
    const first = await list.attach(database, { connectionString: url });
    expect(first.body).toMatchObject({ connectionStored: true });
    await list.join('ann');
    await settle(session);
    if (url !== database.url) await database.query(`GRANT ALL ON ${first.body.tableName} TO public`);
    const second = await list.attach(database);
    expect([second.status, second.body]).toEqual([200, first.body]);
    await list.join('bob');
    await settle(session);
    expect(namesIn(await rowsOf(database, first.body.tableName))).toEqual(['ann', 'bob']);
    expect(namesIn((await list.entries()).body.entries)).toEqual(['bob', 'ann']);

    const other = await openPostgresDatabase();
    const third = await list.attach(other);
    expect(third.body.dbType).toBe('postgres');
    await list.join('cleo');
    await settle(session);
    expect(namesIn(await rowsOf(other, first.body.tableName))).toEqual(['cleo']);
    expect(namesIn((await list.entries()).body.entries)).toEqual(['cleo']);
    await list.detach();
    await other.drop();
  });

  describe('422', () => {
    it(`for a table with other columns${verifies('database.other-columns-422')}`, async () => {
      const list = await openStorage(session);
      const table = `waitlist_${list.slug.replaceAll('-', '_')}`;
      await database.query(`CREATE TABLE ${table} (id integer, note text)`);
      for (const testOnly of [true, false]) {
        const { status, body } = await list.attach(database, { testOnly });
        expect([status, body.code]).toEqual([422, 'database_connection_failed']);
      }
      expect(await columns(table)).toEqual(['id', 'note']);
      expect((await list.get()).body).toEqual(INTERNAL);
    });

    it(`when the connection fails, and keeps the attached database${verifies('database.connection-failed-422', 'database.password-not-in-errors', 'errors.code-database-connection-failed', 'errors.422-error-explains')}`, async () => {
      const list = await openStorage(session);
      const before = (await list.attach(database)).body;
      const url = new URL(database.url);
      url.password = 'a-wrong-Passw0rd';
      url.username = 'nobody';
      const closed = new URL(url);
      closed.port = '9';
      for (const { href } of [url, closed]) {
        const { status, body } = await list.attach(database, { connectionString: href });
        expect(status).toBe(422);
        expect(body).toMatchObject({
          code: 'database_connection_failed',
          error: expect.stringMatching(/\w+/),
          resolution: expect.any(String),
        });
        expect(JSON.stringify(body)).not.toContain('Passw0rd');
      }
      expect((await list.get()).body).toEqual(before);
    });

    it(`for a parameter that is not allowed${verifies('database.query-parameter-not-allowed-422')}`, async () => {
      const list = await openStorage(session);
      for (const parameter of ['host=10.0.0.1', 'sslrootcert=/etc/passwd', 'multipleStatements=true']) {
        const { status, body } = await list.attach(database, {
          connectionString: `${database.url}?${parameter}`,
        });
        expect([status, body.code]).toEqual([422, 'database_connection_failed']);
      }
    });
  });
});

describe('POST /api/v1/waitlists/{id}/database', () => {
  let database: CustomerDatabase;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  afterAll(() => database.drop());

  it(`seals what it stores${verifies('database.attach-stores-connection')}`, async () => {
    const url = await database.user('pa55-w0rd', 'CREATE, USAGE ON SCHEMA public');
    const list = await openStorage(session);
    expect((await list.attach(database, { connectionString: url })).status).toBe(200);
    const [row] = await session.sql(
      `SELECT a::text AS text, encode(a.connection, 'escape') AS sealed FROM database_attachments a
       JOIN waitlists w ON w.database_id = a.id WHERE w.slug = $1`,
      [list.slug],
    );
    expect(row.sealed.length).toBeGreaterThan(url.length);
    for (const text of [row.text, row.sealed]) expect(text).not.toMatch(/pa55-w0rd|postgres:\/\//);
    await list.detach();
    expect(
      await session.sql(
        'SELECT 1 FROM database_attachments WHERE connection IS NOT NULL AND waitlist_id IN (SELECT id FROM waitlists WHERE slug = $1)',
        [list.slug],
      ),
    ).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no dbType', { connectionString: 'postgres://db.example.com/app' }, 'dbType'],
    ['no connectionString', { dbType: 'postgres' }, 'connectionString'],
    ['an empty connectionString', { dbType: 'postgres', connectionString: '' }, 'connectionString'],
    ['the dbType internal', { dbType: 'internal', connectionString: 'x' }, 'dbType'],
    ['another dbType', { dbType: 'oracle', connectionString: 'x' }, 'dbType'],
    [
      'a testOnly that is not a boolean',
      { dbType: 'mysql', connectionString: 'x', testOnly: 'yes' },
      'testOnly',
    ],
  ])(
    `answers 400 for %s${verifies('database.attach-required-members', 'database.attach-db-type-values')}`,
    async (_, body, path) => {
      const list = await openStorage(session);
      const answer = await session.api.post(list.path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    },
  );

  it(`answers 402 on a plan without databases, also for testOnly; disconnecting needs no plan${verifies('payment.capability-required-database', 'payment.capability-required-database-test', 'payment.capability-upgrade-url')}`, async () => {
    const account = await session.createAccount('free');
    const api = await account.withScopes(ALL_SCOPES);
    const list = await openStorage(session, { api });
    for (const testOnly of [true, false]) {
      // Before any connection is made.
      const { status, body } = await list.attach(database, { connectionString: 'nonsense', testOnly });
      expect(status).toBe(402);
      expect(body).toMatchObject({
        code: 'capability_required',
        upgradeUrl: `${session.url}/dashboard/billing`,
        priceUsd: 49,
        resolution: expect.any(String),
      });
    }
    expect((await list.get()).status).toBe(200);
    const { status, body } = await list.detach();
    expect([status, body]).toEqual([200, INTERNAL]);
    // The waitlist is checked first.
    expect(
      (await api.post('/api/v1/waitlists/none-such/database', { dbType: 'mysql', connectionString: 'x' }))
        .status,
    ).toBe(404);
  });
});
