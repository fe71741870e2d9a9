import { beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createIdempotencyStore } from '../../../adapters/postgres/idempotency/idempotency-store.ts';
import { connectAgent } from '../../support/agent.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { picture } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';
import { ASSETS } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';
import { toolExamples } from '../mcp/tool-examples.ts';

const WAITLISTS = '/api/v1/waitlists';
const HTML = '<!doctype html><html><head><title>x</title></head><body><p>{{position}}</p></body></html>';

let keys = 0;
const newKey = (): string => `3f0c-key-${++keys}`;

describe('Idempotency-Key', () => {
  const session = shareSession();
  let api: ApiClient;
  // Each test has an account of its own, which is limited to 120 requests a minute.
  beforeEach(async () => {
    api = await session.otherAccount('pro');
  });

  const send = (key: string, body: Record<string, unknown>, path = WAITLISTS, client = api) =>
    client.request('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    });
  const names = async () =>
    (await api.get(WAITLISTS)).body.waitlists.map(({ name }: { name: string }) => name);

  /** Leaves the keys as a process does that ends after its work and before it keeps the answer. */
  const endProcess = () =>
    session.sql(`UPDATE idempotency_keys SET answer = NULL, running_until = now() - interval '1 second'`);

  it(`gives the first answer again${verifies('idempotency.replayed')}`, async () => {
    const key = newKey();
    const first = await send(key, { name: 'Once' });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await send(key, { name: 'Once' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(again.headers.get('ratelimit')).not.toBeNull();
    expect(await names()).toEqual(['Once']);
  });

  it(`refuses another body, or another path${verifies('idempotency.reused')}`, async () => {
    const key = newKey();
    await send(key, { name: 'One' });
    const { status, body } = await send(key, { name: 'Other' });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await names()).toEqual(['One']);

    const paths = [];
    for (const name of ['Left', 'Right']) {
      const { id } = (await api.post(WAITLISTS, { name })).body.waitlist;
      paths.push(`${WAITLISTS}/${id}/webhooks`);
    }
    const hook = { url: `${session.url}/hook`, events: ['entry.joined'] };
    const answers = [];
    for (const path of paths) answers.push((await send(key, hook, path)).status);
    expect(answers).toEqual([201, 422]);
  });

  it(`makes one thing of twenty requests at once${verifies('idempotency.at-once', 'idempotency.in-progress')}`, async () => {
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 20 }, () => send(key, { name: 'Rush' })));
    const made = all.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.waitlist.id)).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
    for (const { status, body } of all)
      if (status !== 201) expect([status, body.code]).toEqual([409, 'request_in_progress']);
    expect(await names()).toEqual(['Rush']);
    expect((await send(key, { name: 'Rush' })).body).toEqual(made[0]?.body);
  });

  it(`says when the first request still runs${verifies('idempotency.in-progress')}`, async () => {
    const key = newKey();
    await send(key, { name: 'Slow' });
    await session.sql(
      `UPDATE idempotency_keys SET answer = NULL, running_until = now() + interval '30 seconds'`,
    );
    const { status, body, headers } = await send(key, { name: 'Slow' });
    expect([status, body.code]).toEqual([409, 'request_in_progress']);
    expect(headers.get('retry-after')).toBe('2');
  });

  it(`keeps a refusal${verifies('idempotency.kept-errors')}`, async () => {
    const key = newKey();
    const refused = await send(key, { name: '' });
    expect(refused.status).toBe(400);
    const again = await send(key, { name: '' });
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      400,
      refused.body,
      'true',
    ]);
    await api.post(WAITLISTS, { name: 'Taken', slug: 'taken-slug' });
    const taken = newKey();
    expect((await send(taken, { name: 'T', slug: 'taken-slug' })).status).toBe(400);
    await api.delete(`${WAITLISTS}/taken-slug`);
    expect((await send(taken, { name: 'T', slug: 'taken-slug' })).status).toBe(400);
  });

  it(`does not keep what may pass${verifies('idempotency.kept-errors')}`, async () => {
    const key = newKey();
    await session.sql('ALTER TABLE waitlists RENAME TO waitlists_away');
    try {
      expect((await send(key, { name: 'Later' })).status).toBe(500);
    } finally {
      await session.sql('ALTER TABLE waitlists_away RENAME TO waitlists');
    }
    expect((await send(key, { name: 'Later' })).status).toBe(201);

    const limited = newKey();
    await Promise.all(Array.from({ length: 125 }, () => api.get('/api/v1/me')));
    expect((await send(limited, { name: 'Busy' })).status).toBe(429);
    await session.sql('TRUNCATE rate_windows');
    expect((await send(limited, { name: 'Busy' })).status).toBe(201);
  });

  it(`must have 1 to 255 characters${verifies('idempotency.key-length')}`, async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      const { status, body } = await send(key, { name: 'Key' });
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'Idempotency-Key', message: 'must have 1 to 255 characters' }],
      ]);
    }
    expect((await send('k'.repeat(255), { name: 'Key' })).status).toBe(201);
    expect((await send('k', { name: 'Key 2' })).status).toBe(201);
  });

  it(`belongs to its account and operation${verifies('idempotency.own')}`, async () => {
    const key = newKey();
    const mine = await send(key, { name: 'Mine' });
    const other = await session.otherAccount('pro');
    const theirs = await send(key, { name: 'Mine' }, WAITLISTS, other);
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(theirs.body.waitlist.id).not.toBe(mine.body.waitlist.id);
    const template = { name: 'T', subject: 'S', html: HTML };
    expect((await send(key, template, '/api/v1/email-templates')).status).toBe(201);
    expect((await session.visitor.request('POST', WAITLISTS, { body: '{}' })).status).toBe(401);
  });

  it(`counts for 24 hours${verifies('idempotency.expires')}`, async () => {
    const key = newKey();
    const first = await send(key, { name: 'Yesterday' });
    await session.sql(`UPDATE idempotency_keys SET created_at = now() - interval '24 hours'`);
    const second = await send(key, { name: 'Today' });
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(second.body.waitlist.id).not.toBe(first.body.waitlist.id);
    expect((await send(key, { name: 'Today' })).body).toEqual(second.body);
  });

  it(`creates nothing twice when the process died before it answered${verifies('idempotency.died')}`, async () => {
    const waitlist = await send(newKey(), { name: 'Host', inviteUrl: 'https://example.com/in' });
    const { id, slug } = waitlist.body.waitlist;
    await session.join(slug, { email: 'ann@example.com' });
    await session.join(slug, { email: 'ben@example.com' });
    const webhooks = `${WAITLISTS}/${id}/webhooks`;
    const creations: [path: string, body: Record<string, unknown>, idOf: (body: never) => string][] = [
      [WAITLISTS, { name: 'Twice' }, ({ waitlist }: { waitlist: { id: string } }) => waitlist.id],
      [
        '/api/v1/email-templates',
        { name: 'T', subject: 'S', html: HTML },
        ({ template }: { template: { id: string } }) => template.id,
      ],
      [
        webhooks,
        { url: `${session.url}/hook`, events: ['entry.joined'] },
        ({ webhook }: { webhook: { id: string } }) => webhook.id,
      ],
      [`${WAITLISTS}/${id}/invitations`, { count: 1 }, ({ batch }: { batch: { id: string } }) => batch.id],
    ];
    for (const [path, body, idOf] of creations) {
      const key = newKey();
      const first = await send(key, body, path);
      await endProcess();
      const again = await send(key, body, path);
      expect([path, again.status, again.headers.get('idempotency-replayed')]).toEqual([path, 201, null]);
      expect(idOf(again.body as never)).toBe(idOf(first.body as never));
    }
    expect(await names()).toEqual(['Twice', 'Host']);
    const hooks = (await api.get(webhooks)).body.webhooks;
    expect(hooks).toHaveLength(1);
    const test = `${webhooks}/${hooks[0].id}/test`;
    const key = newKey();
    const first = await send(key, {}, test);
    await endProcess();
    expect((await send(key, {}, test)).body.delivery.id).toBe(first.body.delivery.id);
    const invited = (await api.get(`${WAITLISTS}/${id}/entries?status=invited`)).body;
    expect(invited.total).toBe(1);
  });

  it(`keeps the secret that a webhook had before, when a rotation runs again${verifies('idempotency.died')}`, async () => {
    const { slug } = (await send(newKey(), { name: 'Rotated' })).body.waitlist;
    const webhooks = `${WAITLISTS}/${slug}/webhooks`;
    const { id } = (await send(newKey(), { url: `${session.url}/hook`, events: ['entry.joined'] }, webhooks))
      .body.webhook;
    const secrets = () => session.sql('SELECT secret, old_secret FROM webhooks WHERE id = $1', [id]);
    const [before] = await secrets();
    const rotate = (key: string) => send(key, {}, `${webhooks}/${id}/rotate`);
    const key = newKey();
    await rotate(key);
    await endProcess();
    await rotate(key);
    const [after] = await secrets();
    expect(after.old_secret).toEqual(before.secret);
    await rotate(newKey());
    expect((await secrets())[0].old_secret).toEqual(after.secret);
  });

  it(`lets a person in for whom the process died${verifies('idempotency.died')}`, async () => {
    const { code } = (await toolExamples.redeem_invitation?.prepare(session, 'died')) ?? {};
    const redeem = async (key: string) =>
      (await send(key, { code }, '/api/v1/invitations/redeem', session.api)).body.alreadyRedeemed;
    const key = newKey();
    expect(await redeem(key)).toBe(false);
    await endProcess();
    expect(await redeem(key)).toBe(false);
    expect(await redeem(newKey())).toBe(true);
    await endProcess();
    expect(await redeem(key)).toBe(false);
  });

  it(`forgets an erased person${verifies('idempotency.personal')}`, async () => {
    const { code } = (await toolExamples.redeem_invitation?.prepare(session, 'erased')) ?? {};
    const redeem = (key: string) => send(key, { code }, '/api/v1/invitations/redeem', session.api);
    const key = newKey();
    const first = await redeem(key);
    expect(first.status).toBe(200);
    const again = await redeem(key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    const { waitlistId, entryId, email } = first.body;
    const person = await session.signIn();
    const erased = await person.delete(`/api/v1/waitlists/${waitlistId}/entries/${entryId}`);
    expect(erased.status).toBe(200);
    const gone = await redeem(key);
    expect(gone.status).toBe(404);
    expect(JSON.stringify(gone.body)).not.toContain(email);
  });

  it(`takes a running request for alive that says so${verifies('idempotency.long')}`, async () => {
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    const store = createIdempotencyStore(pool);
    const { accountId } = await session.createAccount('pro');
    const request = { accountId, operation: 'o', keyHash: Buffer.alloc(32), requestHash: Buffer.alloc(32) };
    const claim = await store.claim(request);
    if (claim.state !== 'run') throw new Error('The key was taken');
    await session.sql(`UPDATE idempotency_keys SET running_until = now() WHERE operation = 'o'`);
    await store.extend(request, claim.creationId);
    expect((await store.claim(request)).state).toBe('running');
    await pool.end();
  });

  it(`keeps what is wrong with an upload${verifies('idempotency.uploads', 'idempotency.kept-errors')}`, async () => {
    const upload = async (key: string, body: string, contentType = 'application/json') => {
      const { status, headers } = await session.api.request('POST', ASSETS, {
        body,
        headers: { 'content-type': contentType, 'idempotency-key': key },
      });
      return [status, headers.get('idempotency-replayed')];
    };
    const good = JSON.stringify({ data: picture('og.png').toString('base64'), contentType: 'image/png' });
    for (const bad of ['{', '{}', '{"data":"%","contentType":"image/png"}']) {
      const key = newKey();
      expect(await upload(key, bad)).toEqual([400, null]);
      expect(await upload(key, bad)).toEqual([400, 'true']);
      expect(await upload(key, good)).toEqual([422, null]);
    }
    const key = newKey();
    expect(await upload(key, good, 'text/plain')).toEqual([400, null]);
    expect(await upload(key, good, 'text/plain')).toEqual([400, 'true']);
    expect(await upload(key, good)).toEqual([422, null]);
  });

  it(`works for uploads, whatever the boundary of the form${verifies('idempotency.uploads')}`, async () => {
    const upload = (key: string, name: 'og.png' | 'og.jpg') => {
      const form = new FormData();
      form.append('file', new Blob([picture(name)]), name);
      return fetch(session.url + ASSETS, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.key}`, 'idempotency-key': key },
        body: form,
      });
    };
    const key = newKey();
    const first = await upload(key, 'og.png');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const again = await upload(key, 'og.png');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toEqual(await first.json());
    expect((await upload(key, 'og.jpg')).status).toBe(422);
    const long = await upload('k'.repeat(256), 'og.png');
    const { details } = (await long.json()) as { details: { path: string }[] };
    expect([long.status, details[0]?.path]).toEqual([400, 'Idempotency-Key']);
  });

  it(`is an argument of tools that must not run twice${verifies('idempotency.tools')}`, async () => {
    const agent = await connectAgent(session.url, { authorization: `Bearer ${session.key}` });
    const idempotencyKey = newKey();
    const create = (name: string) =>
      agent.call('create_waitlist', { name, confirmation: 'none', idempotencyKey });
    const first = await create('By an agent');
    // In another order.
    const again = await agent.call('create_waitlist', {
      idempotencyKey,
      confirmation: 'none',
      name: 'By an agent',
    });
    expect(first.ok).toBe(true);
    expect(again).toEqual(first);
    expect(await create('Another')).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } });
    expect(await agent.call('create_waitlist', { name: 'x', idempotencyKey: '' })).toMatchObject({
      ok: false,
      error: { details: [{ path: 'idempotencyKey' }] },
    });
    const misspelt = await agent.call('create_waitlist', { name: 'x', idempotency_key: 'x' });
    expect(JSON.stringify(misspelt)).toContain('idempotencyKey');
    expect(await agent.call('list_waitlists', { idempotencyKey })).toMatchObject({
      ok: false,
      error: { details: [{ path: 'idempotencyKey' }] },
    });
    const tools = await agent.listTools();
    const taking = tools.filter(({ inputSchema }) => 'idempotencyKey' in (inputSchema.properties as object));
    expect(taking.map(({ name }) => name).toSorted()).toEqual([
      'add_entries',
      'create_announcement',
      'create_email_template',
      'create_sender',
      'create_waitlist',
      'create_webhook',
      'invite_entries',
      'replay_webhook_delivery',
      'rotate_webhook_secret',
      'test_announcement',
      'test_webhook',
    ]);
    await agent.close();
  });

  it(`leaves nothing of an answer readable in the database${verifies('idempotency.sealed')}`, async () => {
    const key = newKey();
    const { slug } = (await send(key, { name: 'Sealed' })).body.waitlist;
    const webhook = await send(
      key,
      { url: `${session.url}/hook`, events: ['entry.joined'] },
      `${WAITLISTS}/${slug}/webhooks`,
    );
    expect(webhook.body.secret).toMatch(/^whsec_/);
    const rows = await session.sql('SELECT idempotency_keys::text AS row, answer FROM idempotency_keys');
    expect(rows.length).toBeGreaterThan(1);
    for (const { row, answer } of rows)
      for (const stored of [row, answer?.toString('latin1') ?? ''])
        for (const secret of ['whsec_', 'Sealed', key]) expect(stored).not.toContain(secret);
  });
});
