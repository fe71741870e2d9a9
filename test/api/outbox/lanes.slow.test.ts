import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type CustomerDatabase, openPostgresDatabase } from '../../connector/customer-database.ts';
import { type HostileServer, startHostileServer } from '../../connector/hostile-server.ts';
import { callJoin, signupOf } from '../../engine/engine-fixture.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { type SlowSes, startSlowSes } from '../../support/slow-ses.ts';
import { openStorage, rowsOf, type Storage } from '../database/storage-fixture.ts';

const TARPITS = 40;
const SOON_MS = 5_000;
/** Long before 5,000 emails are sent, also on a busy machine. */
const BEFORE_THEM_MS = 20_000;

describe('the lanes of the outbox', () => {
  let session: ApiSession;
  let database: CustomerDatabase;
  let quiet: ApiClient;
  let ses: SlowSes;
  beforeAll(async () => {
    ses = await startSlowSes(500);
    const environment = { AWS_ENDPOINT_URL_SESV2: ses.endpoint };
    [session, database] = await Promise.all([openSession({ environment }), openPostgresDatabase()]);
    quiet = await session.otherAccount();
  });
  afterEach(() => session.sql('DELETE FROM outbox'));
  afterAll(async () => {
    await session.close();
    await database.drop();
    await ses.stop();
  });

  const isMailed = (name: string, withinMs: number) =>
    eventually(async () => expect(ses.accepted).toContain(`${name}@example.com`), withinMs);

  /** A way to the database that accepts connections and says nothing once `silent` is set. */
  async function startTarpit(): Promise<{ server: HostileServer; url: string; silent: boolean }> {
    const { hostname, port } = new URL(database.url);
    const server = await startHostileServer(socket => {
      if (tarpit.silent) return;
      const upstream = connect(Number(port), hostname);
      upstream.on('error', () => {});
      socket.pipe(upstream).pipe(socket);
    });
    const url = new URL(database.url);
    url.host = `127.0.0.1:${server.port}`;
    const tarpit = { server, url: url.href, silent: false };
    return tarpit;
  }

  it.each([
    ['one account', async () => session.api],
    ['forty accounts', () => session.otherAccount()],
  ])(
    'send mail within seconds while forty silent databases of %s are waited for',
    async (owners, account) => {
      const tarpit = await startTarpit();
      const one = await account();
      const lists: Storage[] = [];
      for (let index = 0; index < TARPITS; index++) {
        const api = owners === 'one account' ? one : await account();
        const list = await openStorage(session, { api, slug: `tarpit-${tarpit.server.port}-${index}` });
        expect((await list.attach({ ...database, url: tarpit.url })).status).toBe(200);
        lists.push(list);
      }
      const other = await openStorage(session, { api: quiet });
      tarpit.silent = true;
      const before = tarpit.server.connections();
      await Promise.all(lists.map((list, index) => list.join(`stuck-${tarpit.server.port}-${index}`)));
      await eventually(async () => expect(tarpit.server.connections()).toBeGreaterThan(before));

      for (let round = 1; round <= 3; round++) {
        const name = `free-${tarpit.server.port}-${round}`;
        await other.join(name);
        await isMailed(name, SOON_MS);
      }
      // An account has few deliveries in progress, however many databases it has.
      if (owners === 'one account') expect(tarpit.server.connections() - before).toBeLessThanOrEqual(4);
      await tarpit.server.stop();
    },
    60_000,
  );

  it('copy, erase, and mail others while 5,000 emails of one account are queued', async () => {
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    const list = await openStorage(session, { api: quiet });
    const { tableName } = (await list.attach(database)).body;
    const { body } = await session.api.post('/api/v1/waitlists', { name: 'Noisy' });
    for (let batch = 0; batch < 50; batch++) {
      const signups = Array.from({ length: 100 }, () => signupOf(`${randomUUID()}@example.com`));
      expect((await callJoin(pool, body.waitlist.id, signups)).known).toBe(true);
    }
    await pool.end();
    const queued = async () => (await session.sql('SELECT count(*)::integer AS jobs FROM outbox'))[0].jobs;

    await list.join('delivered');
    const row = await eventually(async () => {
      const [found] = await rowsOf(database, tableName);
      if (!found) throw new Error('Not delivered yet');
      return found;
    }, BEFORE_THEM_MS);
    await isMailed('delivered', BEFORE_THEM_MS);
    await session.sql(`SELECT queue_erasure(w.id, $2, $3) FROM waitlists w WHERE w.slug = $1`, [
      list.slug,
      row.id,
      row.referral_code,
    ]);
    await list.join('wakes-the-worker');
    await eventually(
      async () => expect((await rowsOf(database, tableName)).map(({ id }) => id)).not.toContain(row.id),
      BEFORE_THEM_MS,
    );
    expect(await queued()).toBeGreaterThan(1_000);
  }, 120_000);
});
