import { describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../support/api-client.ts';
import { png } from '../../support/images.ts';
import { shareSession, type TestAccount } from '../../support/session.ts';
import { uploadForm, uploadJson } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

const LIMIT = { code: 'limit_reached', resolution: expect.stringMatching(/\w+ \w+/) };
const image = (seed: number) => png({ seed });

const session = shareSession();

const clientOf = (account: TestAccount) =>
  account.withScopes(['account:read', 'waitlists:read', 'waitlists:write', 'assets:write']);

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

/** Leaves room for so many bytes of images. */
const leaveRoom = ({ accountId }: TestAccount, plan: 'free' | 'pro', bytes: number) =>
  session.sql('UPDATE accounts SET image_bytes = $2 WHERE id = $1', [
    accountId,
    (plan === 'free' ? 104_857_600 : 5_368_709_120) - bytes,
  ]);

const storedBytes = async ({ accountId }: TestAccount) =>
  (
    await session.sql(
      `SELECT a.image_bytes::float8 AS counted,
              (SELECT coalesce(sum(s.size), 0)::float8 FROM asset_uploads u JOIN assets s USING (hash)
               WHERE u.account_id = a.id) AS stored
       FROM accounts a WHERE a.id = $1`,
      [accountId],
    )
  )[0];

describe('the limits of an account', () => {
  it(`are in GET /me, with what is used of them${verifies('account.limits')}`, async () => {
    for (const [plan, limits] of [
      ['free', { waitlists: 20, imageBytes: 104_857_600, domains: 50 }],
      ['pro', { waitlists: 1_000, imageBytes: 5_368_709_120, domains: 50 }],
    ] as const) {
      const api = await clientOf(await session.createAccount(plan));
      await uploadJson(api, image(1));
      const { body } = await api.get('/api/v1/me');
      expect(body.limits).toEqual(limits);
      expect(body.usage).toMatchObject({ waitlists: 0, imageBytes: image(1).length, domains: 0 });
    }
  });

  it(`allow exactly 20 waitlists on Free, however many are created at once${verifies('account.limit-waitlists')}`, async () => {
    const account = await session.createAccount('free');
    const api = await clientOf(account);
    const create = () => api.post('/api/v1/waitlists', { name: 'Many' });
    const answers = await Promise.all(Array.from({ length: 30 }, create));
    expect(statuses(answers)).toEqual([...Array(20).fill(201), ...Array(10).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      ...LIMIT,
      resolution: expect.stringContaining(`${session.url}/dashboard/billing`),
    });
    const [{ count }] = await session.sql('SELECT count(*)::integer FROM waitlists WHERE account_id = $1', [
      account.accountId,
    ]);
    expect(count).toBe(20);

    const { body } = await api.get('/api/v1/waitlists');
    await api.delete(`/api/v1/waitlists/${body.waitlists[0].id}`);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(422);
  });

  it(`allow 1,000 waitlists on Pro, and keep those that exist after a downgrade${verifies('account.limit-waitlists')}`, async () => {
    const account = await session.createAccount('pro');
    const api = await clientOf(account);
    await session.sql(
      `INSERT INTO waitlists (account_id, slug, name)
       SELECT $1, 'bulk-' || n, 'Bulk' FROM generate_series(1, 999) n`,
      [account.accountId],
    );
    const create = () => api.post('/api/v1/waitlists', { name: 'The last' });
    expect(statuses(await Promise.all([create(), create(), create()]))).toEqual([201, 422, 422]);
    await session.sql(`UPDATE accounts SET plan = 'free' WHERE id = $1`, [account.accountId]);
    expect((await create()).status).toBe(422);
    expect((await api.patch('/api/v1/waitlists/bulk-1', { name: 'Changed' })).status).toBe(200);
  });

  it.each(['free', 'pro'] as const)(
    `count the bytes of images on %s exactly, however many are uploaded at once${verifies('account.limit-images')}`,
    async plan => {
      const account = await session.createAccount(plan);
      const api = await clientOf(account);
      const size = image(1).length;
      await leaveRoom(account, plan, 3 * size + 5);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          index % 2 ? uploadForm(api, image(index + 1)) : uploadJson(api, image(index + 1)),
        ),
      );
      expect(statuses(answers)).toEqual([200, 200, 200, ...Array(5).fill(422)]);
      expect(answers.find(({ status }) => status === 422)?.body).toMatchObject(LIMIT);
      expect((await storedBytes(account)).stored).toBe(3 * size);
      expect((await uploadJson(api, image(99))).status).toBe(422);
    },
  );

  it(`count an image once, however often the account uploads it${verifies('account.limit-images')}`, async () => {
    const account = await session.createAccount('free');
    const api = await clientOf(account);
    const size = image(7).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => uploadJson(api, image(7))));
    expect(statuses(answers)).toEqual(Array(6).fill(200));
    expect(await storedBytes(account)).toEqual({ counted: size, stored: size });

    // Full: what is stored already can still be uploaded, and nothing else.
    await leaveRoom(account, 'free', 0);
    expect((await uploadJson(api, image(7))).status).toBe(200);
    const { status, body } = await uploadJson(api, image(8));
    expect([status, body.code]).toEqual([422, 'limit_reached']);
    // Another account that uploads the same image counts it too.
    const other = await session.createAccount('free');
    await uploadJson(await clientOf(other), image(7));
    expect(await storedBytes(other)).toEqual({ counted: size, stored: size });
  });

  it(`refuse an image without storing it${verifies('account.limit-images')}`, async () => {
    const account = await session.createAccount('free');
    await leaveRoom(account, 'free', 1);
    await uploadJson(await clientOf(account), image(1234));
    const rows = await session.sql('SELECT FROM asset_uploads WHERE account_id = $1', [account.accountId]);
    expect(rows).toEqual([]);
  });

  it('allow exactly 100 API keys, however many are created at once', async () => {
    const account = await session.createAccount('free');
    const person = await account.signIn();
    await session.sql(
      `INSERT INTO api_keys (account_id, name, prefix, secret_hash, scopes)
       SELECT $1, 'bulk', 'ar_live_x', sha256(uuid_send(gen_random_uuid())), '{}' FROM generate_series(1, 97)`,
      [account.accountId],
    );
    const create = () =>
      person.post('/api/v1/dashboard/keys', { name: 'One more', scopes: ['account:read'] });
    const answers = await Promise.all(Array.from({ length: 9 }, create));
    expect(statuses(answers)).toEqual([201, 201, 201, ...Array(6).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject(LIMIT);
  });

  it('are tool errors that a model can read', async () => {
    const account = await session.createAccount('free');
    await leaveRoom(account, 'free', 0);
    const { key } = await account.createKey(['assets:write']);
    const { status, body } = await createApiClient(session.url, key).request('POST', '/api/mcp/mcp', {
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'upload_asset',
          arguments: { data: image(5).toString('base64'), contentType: 'image/png' },
        },
      }),
    });
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('limit_reached')]);
  });
});
