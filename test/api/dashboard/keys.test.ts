import { describe, expect, it } from '@jest/globals';
import { isWellFormedApiKey } from '../../../core/account/api-key.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const KEYS = '/api/v1/dashboard/keys';

describe('API keys in the dashboard', () => {
  const session = shareSession();
  let person: ApiClient;

  const newPerson = async (plan: 'free' | 'pro' = 'free') => (await session.createAccount(plan)).signIn();

  it(`are created with the chosen scopes and shown once${verifies('keys.on-free-plan', 'keys.shown-once')}`, async () => {
    person = await newPerson();
    const made = await person.post(KEYS, {
      name: 'CI',
      scopes: ['account:read', 'entries:read', 'account:read'],
    });
    expect(made.status).toBe(201);
    const { key, ...shown } = made.body;
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'CI',
      prefix: key.slice(0, 12),
      scopes: ['account:read', 'entries:read'],
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const listed = await person.get(KEYS);
    expect(listed.body).toEqual({ keys: [shown] });

    const api = createApiClient(session.url, key);
    expect((await api.get('/api/v1/me')).status).toBe(200);
    expect((await api.get('/api/v1/waitlists')).status).toBe(403);
    const used = await person.get(KEYS);
    expect(used.body.keys[0].lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('are listed newest first', async () => {
    person = await newPerson();
    for (const name of ['one', 'two']) await person.post(KEYS, { name, scopes: ['account:read'] });
    const { body } = await person.get(KEYS);
    expect(body.keys.map(({ name }: { name: string }) => name)).toEqual(['two', 'one']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an empty list of scopes', { name: 'x', scopes: [] }, 'scopes'],
    ['an unknown scope', { name: 'x', scopes: ['everything'] }, 'scopes.0'],
    ['no scopes', { name: 'x' }, 'scopes'],
    ['an empty name', { name: '', scopes: ['account:read'] }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101), scopes: ['account:read'] }, 'name'],
  ])('refuses %s', async (_, input, path) => {
    const { status, body } = await (await newPerson()).post(KEYS, input);
    expect(status).toBe(400);
    expect(body.details).toEqual([{ path, message: expect.any(String) }]);
  });

  it('are limited to 100 per account; revoking one makes room', async () => {
    const account = await session.createAccount('free');
    person = await account.signIn();
    await Promise.all(Array.from({ length: 100 }, () => account.createKey(['account:read'])));
    const refused = await person.post(KEYS, { name: 'One more', scopes: ['account:read'] });
    expect([refused.status, refused.body.code]).toEqual([422, 'limit_reached']);
    expect(refused.body.resolution).toContain('Revoke one first');
    const { body } = await person.get(KEYS);
    await person.delete(`${KEYS}/${body.keys[0].id}`);
    expect((await person.post(KEYS, { name: 'One more', scopes: ['account:read'] })).status).toBe(201);
  });

  it('stop working at once when revoked, and are no longer listed', async () => {
    person = await newPerson();
    const { body } = await person.post(KEYS, { name: 'Leaked', scopes: ['account:read'] });
    const api = createApiClient(session.url, body.key);
    expect((await api.get('/api/v1/me')).status).toBe(200);
    expect(await person.delete(`${KEYS}/${body.id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await api.get('/api/v1/me')).status).toBe(401);
    expect((await person.get(KEYS)).body).toEqual({ keys: [] });
    expect((await person.delete(`${KEYS}/${body.id}`)).status).toBe(404);
  });

  it('are not visible to other accounts', async () => {
    const mine = await newPerson();
    const { body } = await mine.post(KEYS, { name: 'Mine', scopes: ['account:read'] });
    const stranger = await newPerson();
    const foreign = await stranger.delete(`${KEYS}/${body.id}`);
    const missing = await stranger.delete(`${KEYS}/no-such-key`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    expect((await stranger.get(KEYS)).body).toEqual({ keys: [] });
    expect((await createApiClient(session.url, body.key).get('/api/v1/me')).status).toBe(200);
  });
});
