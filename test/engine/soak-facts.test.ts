import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createWebhookStore } from '../../adapters/postgres/webhooks/webhook-store.ts';
import { EVENT_TYPES } from '../../core/webhooks/schemas.ts';
import { readList, readRemains } from '../soak/facts.ts';
import { newPerson, type Person } from '../soak/ledger.ts';
import type { SoakList } from '../soak/lists.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { callJoin, type Engine, invitationOf, openEngine, signupOf, slugOf } from './engine-fixture.ts';

/** As in the fixture. */
const DIGEST_KEY = Buffer.alloc(32, 7);

let engine: Engine;
let theirs: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  [engine, theirs] = await Promise.all([openEngine(), createTestDatabase()]);
  client = await engine.pool.connect();
});
afterAll(async () => {
  client.release();
  await engine.close();
  await theirs.drop();
});

const listOf = (id: string, changes: Partial<SoakList> = {}): SoakList => ({
  id,
  slug: slugOf(id),
  share: 1,
  boost: 5,
  confirms: false,
  hasWebhook: false,
  key: '',
  session: '',
  customer: null,
  ...changes,
});

/** Someone who joined, and whose erasure was acknowledged. */
async function joinAndErase(waitlistId: string, email: string): Promise<Person> {
  const signup = signupOf(email);
  await callJoin(client, waitlistId, [signup]);
  const friend = signupOf(`friend-of-${email}`, { referrerCode: signup.referralCode });
  await callJoin(client, waitlistId, [friend]);
  await client.query('SELECT erase_entry($1, $2, $3)', [engine.accountId, waitlistId, signup.entryId]);
  return Object.assign(newPerson(slugOf(waitlistId), email, null), {
    place: { position: 1, code: signup.referralCode },
    entryId: signup.entryId,
    erased: 'acknowledged' as const,
  });
}

const remainsOf = (person: Person, lists: Parameters<typeof readRemains>[1]['lists'] = []) =>
  readRemains(client, { digestKey: DIGEST_KEY, people: [person], lists });

it('a soak finds what is left of an erased person in any table, whatever column it is in', async () => {
  const waitlistId = await engine.createWaitlist();
  const person = await joinAndErase(waitlistId, 'ann@soak.test');
  const { code } = person.place ?? {};
  const { entryId } = person;
  // Neither the job that forgets her nor her confirmation email has run.
  expect((await remainsOf(person)).sort()).toEqual(
    [`entries has ${code}`, `outbox has ${code}`, `outbox has ${entryId}`].sort(),
  );

  await client.query('UPDATE entries SET referred_by = NULL WHERE waitlist_id = $1', [waitlistId]);
  await client.query('DELETE FROM outbox WHERE waitlist_id = $1', [waitlistId]);
  expect(await remainsOf(person)).toEqual([]);

  await client.query(`INSERT INTO contacts VALUES ($1, 99, 'ann@soak.test', NULL)`, [waitlistId]);
  const digest = signupOf('ann@soak.test').emailDigest;
  await client.query('UPDATE entries SET email_digest = $2 WHERE waitlist_id = $1 AND seq = 1', [
    waitlistId,
    digest,
  ]);
  expect((await remainsOf(person)).sort()).toEqual(
    ['contacts has ann@soak.test', `entries has x${digest.toString('hex')}`].sort(),
  );
});

it('a soak takes nobody who joined again for what is left of them', async () => {
  const waitlistId = await engine.createWaitlist();
  const person = await joinAndErase(waitlistId, 'gus@soak.test');
  await client.query('DELETE FROM outbox WHERE waitlist_id = $1', [waitlistId]);
  await client.query('UPDATE entries SET referred_by = NULL WHERE waitlist_id = $1', [waitlistId]);
  await callJoin(client, waitlistId, [signupOf('gus@soak.test')]);
  const again = newPerson(slugOf(waitlistId), 'gus@soak.test', null);
  const found = (people: Person[]) => readRemains(client, { digestKey: DIGEST_KEY, people, lists: [] });
  expect((await found([person])).map(text => text.split(' has ')[0]).sort()).toEqual(['contacts', 'entries']);
  expect(await found([person, again])).toEqual([]);

  const code = person.place?.code;
  await client.query('UPDATE entries SET referred_by = $2 WHERE waitlist_id = $1 AND seq = 2', [
    waitlistId,
    code,
  ]);
  expect(await found([person, again])).toEqual([`entries has ${code}`]);
  const [kept] = (await readList(client, listOf(waitlistId))).referrals;
  expect(kept).toEqual({ seq: 2, referrerSeq: 1, state: 'credited' });
});

it("a soak finds what is left of an erased person in a customer's table", async () => {
  const waitlistId = await engine.createWaitlist();
  const person = await joinAndErase(waitlistId, 'bob@soak.test');
  const customer = new pg.Client({ connectionString: theirs.url });
  await customer.connect();
  const slug = slugOf(waitlistId);
  const table = `waitlist_${slug.replaceAll('-', '_')}`;
  await customer.query(
    `CREATE TABLE ${table} (id uuid, email text, position integer, referral_code text, referred_by text, metadata jsonb)`,
  );
  const id = randomUUID();
  await customer.query(`INSERT INTO ${table} VALUES ($1, 'cleo@soak.test', 2, 'her-code', $2, '{}')`, [
    id,
    person.place?.code,
  ]);
  await customer.end();
  const proxy = {} as never;
  const list = await readList(
    client,
    listOf(waitlistId, { customer: { dbType: 'postgres', url: theirs.url, proxy } }),
  );
  expect(list.rows).toEqual([
    {
      id,
      email: 'cleo@soak.test',
      position: 2,
      code: 'her-code',
      referredBy: person.place?.code,
      metadata: {},
    },
  ]);
  expect(list.entries).toMatchObject([
    { seq: 1, email: null, isErased: true },
    { seq: 2, email: 'friend-of-bob@soak.test', position: 2, isErased: false },
  ]);
  const remains = await remainsOf(person, [list]);
  expect(remains).toContain(`the customer's table of ${slug} has ${person.place?.code}`);
});

it('a soak reads invitations, and what webhooks have to tell', async () => {
  const waitlistId = await engine.createWaitlist();
  const hook = { waitlistId, webhookId: randomUUID(), url: 'http://127.0.0.1/', secret: Buffer.alloc(1) };
  await createWebhookStore(engine.pool).create({ ...hook, events: EVENT_TYPES, format: 'standard' }, 1);
  const erased = await joinAndErase(waitlistId, 'dora@soak.test');
  const [code = Buffer.alloc(0), ...others] = await invite(waitlistId);
  expect(others).toEqual([]);
  const list = await readList(client, listOf(waitlistId, { hasWebhook: true }));
  const [batch] = list.batches;
  expect(list.batches).toEqual([
    { id: expect.any(String), invited: 1, accepted: 0, ended: 0, isWithdrawn: false },
  ]);
  expect(list.entries).toMatchObject([
    { seq: 1, status: 'waiting', isErased: true },
    { seq: 2, status: 'invited', ahead: 0 },
  ]);
  expect(list.invitations).toEqual([
    { batchId: batch?.id, seq: 2, codeHash: code.toString('hex'), state: 'invited', mailed: false },
  ]);
  const told = list.deliveries?.map(({ type, seq, state }) => `${type} ${seq} ${state}`);
  expect(told?.sort()).toEqual([
    'entry.erased null pending',
    'entry.invited 2 pending',
    'entry.joined 2 pending',
  ]);
  expect(await remainsOf(erased)).not.toContain(`webhook_deliveries has ${erased.entryId}`);
});

/** Invites the next person in line. @returns the hash of the code */
async function invite(waitlistId: string): Promise<Buffer[]> {
  const made: Buffer[] = [];
  await createInvitationStore(engine.pool).invite(invitationOf(engine, waitlistId, { count: 1 }, made));
  return made;
}
