import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createWebhookWorkStore } from '../../../adapters/postgres/webhooks/webhook-work-store.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { verify } from './receiver.ts';
import { openHook, stopReceivers } from './webhook-fixture.ts';

const session = shareSession();
beforeEach(() => session.sql('TRUNCATE rate_windows'));
afterAll(async () => {
  await stopReceivers();
});

let lists = 0;
async function newPath(): Promise<string> {
  const slug = `managed-${++lists}`;
  await session.api.post('/api/v1/waitlists', { name: 'Managed', slug });
  return `/api/v1/waitlists/${slug}/webhooks`;
}
const HOOK = { url: 'https://example.com/hook?a=b', events: ['entry.joined', 'entry.erased'] };

describe('webhooks', () => {
  it(`are created, listed, changed, and deleted${verifies('webhooks.manage')}`, async () => {
    const path = await newPath();
    const { status, body } = await session.api.post(path, HOOK);
    expect(status).toBe(201);
    const webhook = {
      id: expect.any(String),
      ...HOOK,
      format: 'standard',
      state: 'active',
      failingSince: null,
      createdAt: expect.any(String),
    };
    expect(body).toEqual({ webhook, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/) });
    expect((await session.api.get(path)).body).toEqual({ webhooks: [webhook] });
    const one = `${path}/${body.webhook.id}`;
    const changes = { url: 'https://other.example/', events: ['entry.invited'], state: 'disabled' };
    expect((await session.api.patch(one, changes)).body).toEqual({ webhook: { ...webhook, ...changes } });
    expect((await session.api.patch(one, { state: 'active' })).body.webhook).toMatchObject({
      url: changes.url,
      state: 'active',
    });
    expect((await session.api.delete(one)).body).toEqual({ deleted: true });
    expect((await session.api.get(path)).body).toEqual({ webhooks: [] });
    for (const gone of [await session.api.delete(one), await session.api.get(`${one}/deliveries`)])
      expect(gone.status).toBe(404);
  });

  it(`are ten at most, however many are created at once${verifies('webhooks.limit')}`, async () => {
    const path = await newPath();
    const answers = await Promise.all(Array.from({ length: 14 }, () => session.api.post(path, HOOK)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(4).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('limit_reached');
  });

  it(`need a scope of their own to be changed${verifies('webhooks.scopes')}`, async () => {
    const path = await newPath();
    const { id } = (await session.api.post(path, HOOK)).body.webhook;
    const reader = await session.withScopes(['waitlists:read', 'waitlists:write']);
    expect((await reader.get(path)).status).toBe(200);
    expect((await reader.get(`${path}/${id}/deliveries`)).status).toBe(200);
    for (const refused of [
      await reader.post(path, HOOK),
      await reader.patch(`${path}/${id}`, {}),
      await reader.delete(`${path}/${id}`),
      await reader.post(`${path}/${id}/test`, {}),
      await reader.post(`${path}/${id}/rotate`, {}),
      await reader.post(`${path}/${id}/deliveries/${id}/replay`, {}),
    ])
      expect([refused.status, refused.body.requiredScope]).toEqual([403, 'webhooks:write']);
  });

  it.each([
    ['http', 'http://example.com/'],
    ['another scheme', 'ftp://example.com/'],
    ['no url', 'example.com'],
    ['credentials', 'https://user:secret@example.com/'],
    ['a private address', 'https://10.0.0.1/'],
    ['an address in disguise', 'http://0x0a000001/'],
    ['a metadata address', 'https://169.254.169.254/latest'],
    ['a private IPv6 address', 'https://[fd00::1]/'],
    ['a name without a dot', 'https://intranet/'],
    ['a url that is too long', `https://example.com/${'a'.repeat(2_000)}`],
  ])(`do not lead to %s${verifies('webhooks.url')}`, async (_what, url) => {
    const path = await newPath();
    const { id } = (await session.api.post(path, HOOK)).body.webhook;
    for (const { status, body } of [
      await session.api.post(path, { ...HOOK, url }),
      await session.api.patch(`${path}/${id}`, { url }),
    ])
      expect([status, body.details?.[0]?.path]).toEqual([400, 'url']);
  });

  it.each([[[]], [['entry.joined', 'entry.joined']], [['webhook.test']]])(
    `do not get the events %j${verifies('webhooks.manage')}`,
    async events => {
      const { status, body } = await session.api.post(await newPath(), { ...HOOK, events });
      expect([status, body.details[0].path.split('.')[0]]).toEqual([400, 'events']);
    },
  );

  it(`can be tested, without personal data, and also while disabled${verifies('webhooks.test')}`, async () => {
    const list = await openHook(session);
    await session.api.patch(list.hookPath, { state: 'disabled' });
    const sent = await list.test();
    expect(verify(list.secret, sent)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { waitlist: { id: list.id, slug: list.slug } },
    });
  });

  it(`sign with both secrets for a day after a rotation${verifies('webhooks.rotate')}`, async () => {
    const list = await openHook(session);
    const { status, body } = await session.api.post(`${list.hookPath}/rotate`, {});
    expect([status, Object.keys(body)]).toEqual([200, ['secret']]);
    const both = await list.test();
    for (const secret of [list.secret, body.secret]) verify(secret, both);
    await session.sql(`UPDATE webhooks SET old_secret_until = old_secret_until - interval '24 hours'`);
    const one = await list.test();
    verify(body.secret, one);
    expect(() => verify(list.secret, one)).toThrow('No matching signature');
  });

  it(`sign with every secret that was replaced within a day${verifies('webhooks.rotate')}`, async () => {
    const list = await openHook(session);
    const secrets = [list.secret];
    const rotate = async () => session.api.post(`${list.hookPath}/rotate`, {});
    for (let rotations = 0; rotations < 10; rotations++) secrets.push((await rotate()).body.secret);
    const all = await list.test();
    for (const secret of secrets) verify(secret, all);

    // The eleventh would end a secret before its day is over.
    expect(await rotate()).toMatchObject({ status: 422, body: { code: 'limit_reached' } });
    await session.sql(
      `UPDATE webhook_secrets SET until = now() WHERE until = (SELECT min(until) FROM webhook_secrets)`,
    );
    const { status, body } = await rotate();
    expect(status).toBe(200);
    const later = await list.test();
    for (const secret of [...secrets.slice(1), body.secret]) verify(secret, later);
    expect(() => verify(list.secret, later)).toThrow('No matching signature');

    await session.sql(`UPDATE webhook_secrets SET until = now()`);
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    await createWebhookWorkStore(pool).sweep();
    await pool.end();
    expect(await session.sql('SELECT FROM webhook_secrets')).toEqual([]);
  });

  it(`sign with every secret, however many rotate at once${verifies('webhooks.rotate')}`, async () => {
    const list = await openHook(session);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => session.api.post(`${list.hookPath}/rotate`, {})),
    );
    const sent = await list.test();
    for (const secret of [list.secret, ...answers.map(({ body }) => body.secret)]) verify(secret, sent);
  });

  it(`keep their secrets sealed${verifies('webhooks.sealed')}`, async () => {
    const list = await openHook(session);
    const rotated = (await session.api.post(`${list.hookPath}/rotate`, {})).body.secret;
    const [row] = await session.sql('SELECT secret, old_secret FROM webhooks WHERE id = $1', [
      list.webhookId,
    ]);
    for (const [sealed, secret] of [
      [row.secret, rotated],
      [row.old_secret, list.secret],
    ]) {
      expect(sealed.toString('latin1')).not.toContain(secret);
      expect(sealed.includes(Buffer.from(secret.slice('whsec_'.length), 'base64'))).toBe(false);
    }
  });

  it(`get no events while they are disabled${verifies('webhooks.types')}`, async () => {
    const list = await openHook(session);
    await session.api.patch(list.hookPath, { state: 'disabled' });
    const { referralCode } = (await list.join('ada')).body;
    await list.join('bob', referralCode);
    const [{ id }] = (await session.api.get(`${list.path}/entries`)).body.entries;
    const person = await session.signIn();
    await person.delete(`/api/v1/waitlists/${list.slug}/entries/${id}`);
    expect((await list.deliveries()).body.total).toBe(0);
  });

  it(`send nothing that was pending when they were disabled${verifies('webhooks.types')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(response => response.writeHead(500).end());
    await list.join('ada');
    await eventually(async () =>
      expect((await list.deliveries('?state=pending')).body.deliveries).toMatchObject([{ attempts: 1 }]),
    );
    await session.api.patch(list.hookPath, { state: 'disabled' });
    expect((await list.deliveries('?state=failed')).body.total).toBe(1);
  });

  it(`keep their log for 30 days${verifies('webhooks.log-kept')}`, async () => {
    const list = await openHook(session);
    await list.test();
    await list.test();
    const [{ id }] = (await list.deliveries()).body.deliveries;
    await session.sql(
      `UPDATE webhook_deliveries SET created_at = now() - interval '30 days' WHERE id <> $1`,
      [id],
    );
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    await createWebhookWorkStore(pool).sweep();
    await pool.end();
    expect((await list.deliveries()).body).toMatchObject({ total: 1, deliveries: [{ id }] });
  });

  it(`leave nothing behind when their waitlist is deleted${verifies('webhooks.sealed')}`, async () => {
    const list = await openHook(session);
    await list.join('ada');
    await list.test();
    await session.api.delete(list.path);
    expect(await session.sql('SELECT FROM webhooks WHERE waitlist_id = $1', [list.id])).toEqual([]);
    await eventually(async () => {
      for (const table of ['webhook_deliveries', 'outbox'])
        expect(await session.sql(`SELECT FROM ${table} WHERE waitlist_id = $1`, [list.id])).toEqual([]);
    });
  });
});
