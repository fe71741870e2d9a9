import { createSecretKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createKeySealer } from '../../core/sealing/key-sealer.ts';
import { startReceiver, verify } from '../api/webhooks/receiver.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningServer, startServer } from '../support/local-process.ts';
import { RELEASE_KEYS, type ReleaseFacts } from '../support/release-data.ts';
import { verifies } from '../support/verifies.ts';

const FOLDER = new URL('releases/', import.meta.url);
const NAMES = readdirSync(FOLDER).map(file => file.replace('.sql.gz', ''));

function readDump(name: string): { sql: string; facts: ReleaseFacts } {
  const sql = gunzipSync(readFileSync(new URL(`${name}.sql.gz`, FOLDER))).toString();
  return { sql, facts: JSON.parse(sql.slice('-- '.length, sql.indexOf('\n'))) };
}

/** As if the dump were of today: links and invitations in it have not expired. */
const MAKE_RECENT = `DO $$
DECLARE
  age interval := now() - (SELECT max(created_at) FROM public.entries);
  t   record;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR t IN
    SELECT c.table_name AS name, string_agg(format('%1$I = %1$I + $1', c.column_name), ', ') AS changes
    FROM information_schema.columns c JOIN information_schema.tables b USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND b.table_type = 'BASE TABLE' AND c.data_type = 'timestamp with time zone'
    GROUP BY c.table_name
  LOOP
    EXECUTE format('UPDATE public.%I SET %s', t.name, t.changes) USING age;
  END LOOP;
  UPDATE public.outbox SET available_at = now() WHERE kind <> 'expire_invitations';
  -- The next scheduled run tries these again.
  UPDATE public.outbox SET parked_at = now() - interval '1 day' WHERE kind = 'webhook';
END $$`;

/** Fills an empty database with a dump, and points the attached database, which is in the same one, to it. */
async function load({ sql }: { sql: string }, client: pg.Client, url: string): Promise<void> {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query(sql);
  await client.query('RESET ALL');
  await client.query(MAKE_RECENT);
  const { rows } = await client.query('SELECT id, waitlist_id FROM database_attachments');
  const sealer = createKeySealer(createSecretKey(Buffer.from(RELEASE_KEYS.SEAL_KEY, 'base64')));
  for (const { id, waitlist_id: waitlistId } of rows) {
    const connection = await sealer.seal(url, { waitlistId, purpose: 'database' });
    await client.query('UPDATE database_attachments SET connection = $2 WHERE id = $1', [id, connection]);
  }
}

const fresh = await createTestDatabase();
afterAll(() => fresh.drop());

describe.each(NAMES)('a database of release %s', name => {
  const dump = readDump(name);
  const { facts } = dump;
  let database: TestDatabase;
  let client: pg.Client;
  let server: RunningServer;
  let api: ApiClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await load(dump, client, database.url);
    server = await startServer({
      variables: {
        ...RELEASE_KEYS,
        DATABASE_URL: database.url,
        ALLOW_LOOPBACK_DATABASES: 'true',
        SIGNUPS_PER_MINUTE_PER_IP: '1000',
      },
    });
    api = createApiClient(server.url, facts.apiKey);
  });
  afterAll(async () => {
    await server?.stop();
    await client.end();
    await database.drop();
  });

  it(`is upgraded, keeps what is stored, and works${verifies('run.upgrades')}`, async () => {
    const schemas = [database.url, fresh.url].map(url => describeSchema(url, { without: 'waitlist_own' }));
    const [upgraded, today] = await Promise.all(schemas);
    expect(upgraded).toEqual(today);

    const entries = async (slug: string) =>
      (await api.get(`/api/v1/waitlists/${slug}/entries?limit=200`)).body.entries;
    for (const [slug, stored] of Object.entries(facts.entries)) {
      const kept = stored.map(({ createdAt: _, ...entry }) => expect.objectContaining(entry));
      expect(await entries(slug)).toEqual(kept);
    }
    const { referrals } = (await api.get('/api/v1/waitlists/main/referrals?state=held')).body;
    expect(referrals).toMatchObject([{ email: 'fay@mailinator.com', reasons: ['disposable_domain'] }]);
    expect((await api.get(`/api/v1/email-templates/${facts.templateId}`)).status).toBe(200);
    expect((await api.get(new URL(facts.statusUrl).pathname)).status).toBe(200);

    const cyd = facts.entries.main.find(entry => entry.name === 'cyd');
    // Erased entries keep their place.
    const places = Math.max(...facts.entries.main.map(({ position }) => Number(position)));
    const joined = await api.post('/w/main/signups', {
      email: 'new@example.com',
      referralCode: cyd?.referralCode,
    });
    expect(joined.body).toMatchObject({ position: places + 1 });
    expect((await entries('main')).find((entry: { name: string }) => entry.name === 'cyd')).toMatchObject({
      referralCount: Number(cyd?.referralCount) + 1,
    });
  });

  it(`has its jobs done${verifies('run.upgrades')}`, async () => {
    await eventually(async () => {
      const { messages } = (await api.get('/_local/mail.json')).body;
      const mailed = messages.map(({ to }: { to: string }) => to);
      expect(mailed).toEqual(
        expect.arrayContaining(
          ['hal', 'jon', ...(facts.invitationCode ? ['dan'] : [])].map(person => `${person}@example.com`),
        ),
      );
      const { rows } = await client.query('SELECT email FROM waitlist_own ORDER BY position');
      expect(rows.map(({ email }) => email)).toEqual(['ivy@example.com', 'jon@example.com']);
    });
  });

  const { confirmPath, invitationCode, webhook } = facts;
  if (confirmPath !== undefined)
    it(`joins the person whose address it confirms${verifies('run.upgrades')}`, async () => {
      expect((await api.request('POST', confirmPath)).status).toBe(303);
      const { entries } = (await api.get('/api/v1/waitlists/confirmed/entries')).body;
      expect(entries).toMatchObject([{ email: 'gus@example.com', position: 1 }]);
    });

  if (invitationCode !== undefined)
    it(`redeems an invitation${verifies('run.upgrades')}`, async () => {
      const { status, body } = await api.post('/api/v1/invitations/redeem', { code: invitationCode });
      expect([status, body.email]).toEqual([200, 'bob@example.com']);
    });

  if (webhook)
    it(`sends its webhook’s events, although the job was parked${verifies('run.upgrades', 'webhooks.parked')}`, async () => {
      const receiver = await startReceiver();
      try {
        const path = `/api/v1/waitlists/main/webhooks/${webhook.id}`;
        expect((await api.patch(path, { url: receiver.url })).status).toBe(200);
        const { deliveries } = (await api.get(`${path}/deliveries?state=pending&limit=200`)).body;
        expect(deliveries.length).toBeGreaterThan(5);
        await api.post(`${path}/deliveries/${deliveries.at(-1).id}/replay`, {});
        await eventually(async () => expect(receiver.received).not.toEqual([]));
        const [received] = receiver.received;
        if (received) verify(webhook.secret, received);
      } finally {
        await receiver.stop();
      }
    });
});

it('has a dump of each release', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const versions = [...changelog.matchAll(/^## v?(\d+\.\d+\.\d+)/gm)].map(([, version]) => `v${version}`);
  expect(versions.filter(version => !NAMES.includes(version))).toEqual([]);
});
