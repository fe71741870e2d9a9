import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { type CustomerDatabase, openPostgresDatabase } from '../../connector/customer-database.ts';
import { startHostileServer } from '../../connector/hostile-server.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { openStorage, settle } from './storage-fixture.ts';

const PARALLEL = 60;

describe('a slow machine of one account', () => {
  let session: ApiSession;
  let database: CustomerDatabase;
  let otherDatabase: CustomerDatabase;
  let other: ApiClient;
  beforeAll(async () => {
    [session, database, otherDatabase] = await Promise.all([
      openSession(),
      openPostgresDatabase(),
      openPostgresDatabase(),
    ]);
    other = await session.otherAccount();
  });
  afterAll(async () => {
    await session.close();
    await Promise.all([database.drop(), otherDatabase.drop()]);
  });

  const count = (statuses: readonly number[], wanted: number) =>
    statuses.filter(status => status === wanted).length;
  /** Sends requests at once. `answered` waits until this many have their answers. */
  function askTogether(requests: number, request: () => Promise<Answer>) {
    let done = 0;
    const answers = Promise.all(
      Array.from({ length: requests }, async () => {
        const answer = await request();
        done++;
        return answer;
      }),
    );
    const answered = (count: number) => eventually(async () => expect(done).toBeGreaterThanOrEqual(count));
    return { answers, answered };
  }
  const asleep = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  const reading = (count: number) =>
    eventually(async () => expect(await database.query(`SELECT pid ${asleep}`)).toHaveLength(count));
  /** Ends the reads of the slow database, as their time limit does eight seconds after they began. */
  const cancelReads = () => database.query(`SELECT pg_cancel_backend(pid) ${asleep}`);
  const secondsOf = (answer: { headers: { get(name: string): string | null } }) =>
    Number(answer.headers.get('retry-after'));

  it('leaves other accounts their connections', async () => {
    const silent = await startHostileServer(() => {});
    const list = await openStorage(session);
    const otherList = await openStorage(session, { api: other });
    const url = `postgres://a:b@127.0.0.1:${silent.port}/c`;
    const asked = askTogether(PARALLEL, () => list.attach({ ...database, url }, { testOnly: true }));
    const valid = await Promise.all(
      Array.from({ length: 10 }, () => otherList.attach(otherDatabase, { testOnly: true })),
    );
    expect(valid.map(({ status }) => status)).toEqual(valid.map(() => 200));
    await asked.answered(PARALLEL - 4);
    expect(silent.connections()).toBeLessThanOrEqual(4);
    // Instead of waiting for the time limit.
    await silent.stop();
    const answers = await asked.answers;
    const statuses = answers.map(({ status }) => status);
    expect([count(statuses, 422), count(statuses, 429)]).toEqual([4, PARALLEL - 4]);
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.body).toMatchObject({
        code: 'rate_limited',
        resolution: expect.stringContaining('seconds'),
      });
      expect(secondsOf(answer)).toBeGreaterThanOrEqual(1);
      expect(secondsOf(answer)).toBeLessThanOrEqual(20);
    }
  }, 60_000);

  it('is asked by one request after a pause, once it failed', async () => {
    const person = await session.createAccount('pro');
    const api = await person.withScopes([
      'waitlists:write',
      'waitlists:read',
      'domains:write',
      'entries:read',
    ]);
    const list = await openStorage(session, { api });
    const otherList = await openStorage(session, { api: other });
    const { tableName } = (await list.attach(database)).body;
    await otherList.attach(otherDatabase);
    await Promise.all([list.join('ann'), otherList.join('bob')]);
    await settle(session);
    const columns = 'id, email, name, position, referral_code, referred_by, metadata, created_at';
    await database.query(`ALTER TABLE ${tableName} RENAME TO kept`);
    await database.query(`CREATE VIEW ${tableName} AS SELECT ${columns} FROM kept, pg_sleep(60)`);

    const asked = askTogether(PARALLEL, () => list.entries());
    const [valid] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => otherList.entries())),
      reading(4),
    ]);
    expect(valid.map(({ status }) => status)).toEqual(valid.map(() => 200));
    await asked.answered(PARALLEL - 4);
    await cancelReads();
    const statuses = (await asked.answers).map(({ status }) => status);
    expect([count(statuses, 503), count(statuses, 429)]).toEqual([4, PARALLEL - 4]);

    // Had it asked the database, it would be one of those that tried, below.
    const paused = await list.entries();
    expect([paused.status, paused.body.code]).toEqual([503, 'external_database_unavailable']);
    expect(secondsOf(paused)).toBeGreaterThanOrEqual(20);
    expect(secondsOf(paused)).toBeLessThanOrEqual(30);

    // The pause is over: one request tries, and the others do not wait for it.
    await session.sql(`UPDATE database_attachments SET retry_at = now() WHERE failures > 0`);
    const trying = askTogether(3, () => list.entries());
    await reading(1);
    await trying.answered(2);
    await cancelReads();
    const answers = await trying.answers;
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    const tried = answers.filter(({ body }) => body.error !== paused.body.error);
    expect(tried).toHaveLength(1);

    await database.query(`DROP VIEW ${tableName}`);
    await database.query(`ALTER TABLE kept RENAME TO ${tableName}`);
    expect((await list.entries()).status).toBe(503);
    await session.sql(`UPDATE database_attachments SET retry_at = now() WHERE failures > 0`);
    expect((await list.entries()).body.total).toBe(1);
    const healed = await Promise.all(Array.from({ length: 8 }, () => list.entries()));
    expect(healed.map(({ status }) => status)).toEqual(healed.map(() => 200));
  }, 90_000);

  it('leaves no place taken after a crash for longer than a call may last', async () => {
    const person = await session.createAccount('pro');
    const api = await person.withScopes([
      'waitlists:write',
      'waitlists:read',
      'domains:write',
      'entries:read',
    ]);
    const list = await openStorage(session, { api });
    await session.sql(
      `INSERT INTO outside_calls (account_id, ends_at)
       SELECT $1, now() + interval '15 seconds' FROM generate_series(1, 4)`,
      [person.accountId],
    );
    const path = `/api/v1/waitlists/${list.slug}/domain`;
    const [refused, refusedCheck] = await Promise.all([
      list.attach(database, { testOnly: true }),
      // Name servers of customers are slow machines too.
      api.get(`${path}?check=a.slow-name-server.com`),
    ]);
    expect([refused.status, secondsOf(refused)]).toEqual([429, expect.any(Number)]);
    expect(secondsOf(refused)).toBeLessThanOrEqual(15);
    expect(refusedCheck.status).toBe(429);
    expect((await api.get(path)).status).toBe(200);

    await session.sql(`UPDATE outside_calls SET ends_at = now() WHERE account_id = $1`, [person.accountId]);
    expect((await list.attach(database, { testOnly: true })).status).toBe(200);
    expect(await session.sql('SELECT FROM outside_calls')).toEqual([]);
  }, 30_000);

  it('is called by no operation while its account has no place left', async () => {
    const person = await session.createAccount('pro');
    const api = await person.withScopes(ALL_SCOPES);
    const list = await openStorage(session, { api });
    await list.attach(database);
    await list.join('eve');
    await settle(session);
    await session.sql(
      `INSERT INTO outside_calls (account_id, ends_at)
       SELECT $1, now() + interval '20 seconds' FROM generate_series(1, 4)`,
      [person.accountId],
    );
    const waitlist = `/api/v1/waitlists/${list.slug}`;
    const [eve] = await session.sql(
      'SELECT e.id FROM entries e JOIN waitlists w ON w.id = e.waitlist_id WHERE w.slug = $1',
      [list.slug],
    );
    const entry = `${waitlist}/entries/${eve?.id}`;
    const answers = await Promise.all([
      api.get(`${waitlist}/entries`),
      api.get(`${waitlist}/entries?q=eve`),
      api.get(entry),
      api.patch(entry, { name: 'Eve' }),
      api.post(`${waitlist}/exports`, {}),
      list.attach(database),
      list.attach(database, { testOnly: true }),
      api.get(`${waitlist}/domain?check=a.slow-name-server.com`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 429));
    for (const answer of answers) expect(secondsOf(answer)).toBeGreaterThan(0);
  }, 30_000);
});
