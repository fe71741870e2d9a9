import { describe, expect, it } from '@jest/globals';
import { generateApiKey } from '../../../core/account/api-key.ts';
import { hasBody } from '../../../core/kernel/operation.ts';
import { ALL_SCOPES, type Scope } from '../../../core/kernel/scopes.ts';
import { apiOperations } from '../../../core/registry.ts';
import { acceptedBy } from '../../support/accepted-input.ts';
import { createApiClient } from '../../support/api-client.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** A path whose parameters match no resource. */
const pathOf = (path: string, id = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e') => path.replace(/\{\w+\}/g, id);
const guarded = apiOperations.flatMap(({ name, method, path, scope, input }) =>
  scope === null ? [] : [{ name, method, path, scope, input }],
);

describe('authentication', () => {
  const session = shareSession();

  describe.each(guarded)('$method $path', ({ method, path, scope }) => {
    it.each<[string, () => Record<string, string>]>([
      [`without a key${verifies('auth.every-endpoint-needs-key', 'auth.missing-key-401')}`, () => ({})],
      [
        `with a malformed key${verifies('auth.malformed-key-401')}`,
        () => ({ authorization: 'Bearer ar_live_nonsense' }),
      ],
      ['with another scheme', () => ({ authorization: 'Basic dTpw' })],
      ['with an unknown key', () => ({ 'x-api-key': generateApiKey() })],
    ])(
      `answers 401 %s${verifies('errors.401-code-unauthorized', 'errors.401-resolution', 'errors.401-www-authenticate')}`,
      async (_, headers) => {
        const {
          status,
          body,
          headers: answered,
        } = await session.visitor.request(method, pathOf(path), { headers: headers() });
        expect(status).toBe(401);
        expect(body).toMatchObject({
          error: expect.any(String),
          code: 'unauthorized',
          resolution: expect.any(String),
        });
        expect(answered.get('www-authenticate')).toMatch(/^Bearer/);
      },
    );

    it(`answers 403 to a key with every scope except the required one${verifies('scopes.missing-403', 'scopes.403-required-scope', 'scopes.403-granted-scopes')}`, async () => {
      const others = ALL_SCOPES.filter(other => other !== scope);
      const api = await session.withScopes(others);
      const { status, body } = await api.request(method, pathOf(path));
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'insufficient_scope', requiredScope: scope, grantedScopes: others });
    });
  });

  it.each<[string, string, Scope, string | undefined]>([
    ['GET', '/api/v1/waitlists/x/entries?limit=0', 'entries:read', undefined],
    ['POST', '/api/v1/waitlists', 'waitlists:write', 'no json'],
    ['POST', '/api/v1/waitlists', 'waitlists:write', '{"name":""}'],
    ['PATCH', '/api/v1/waitlists/x', 'waitlists:write', '{"name":""}'],
    ['POST', '/api/v1/assets', 'assets:write', '{"data":""}'],
    ['POST', '/api/v1/waitlists/x/database', 'domains:write', '{"dbType":"oracle"}'],
  ])(
    `checks the scope before the input (%s %s)${verifies('order.scope-before-input')}`,
    async (method, path, scope, body) => {
      const options = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } };
      const without = await session.withScopes(ALL_SCOPES.filter(other => other !== scope));
      expect((await without.request(method, path, options)).status).toBe(403);
      expect((await session.api.request(method, path, options)).status).toBe(400);
    },
  );

  it(`accepts the key in either header and prefers Authorization${verifies('auth.bearer-header', 'auth.x-api-key-header', 'auth.authorization-header-wins')}`, async () => {
    const { key } = session;
    const me = async (headers: Record<string, string>) =>
      (await session.visitor.request('GET', '/api/v1/me', { headers })).status;
    expect(await me({ authorization: `Bearer ${key}` })).toBe(200);
    expect(await me({ authorization: `bearer  ${key}` })).toBe(200);
    expect(await me({ 'x-api-key': key })).toBe(200);
    expect(await me({ authorization: `Bearer ${key}`, 'x-api-key': 'nonsense' })).toBe(200);
    expect(await me({ authorization: 'Bearer nonsense', 'x-api-key': key })).toBe(401);
  });

  it(`refuses a revoked key${verifies('auth.revoked-key-401')}`, async () => {
    const { key, id } = await session.createKey(ALL_SCOPES);
    const api = createApiClient(session.url, key);
    expect((await api.get('/api/v1/me')).status).toBe(200);
    await session.revokeKey(id);
    expect((await api.get('/api/v1/me')).status).toBe(401);
  });

  it(`stores only the SHA-256 of a key${verifies('keys.only-sha256-stored')}`, async () => {
    const rows = await session.sql(
      'SELECT k::text AS row, sha256($1) = secret_hash AS hashed FROM api_keys k',
      [session.key],
    );
    expect(rows.some(({ hashed }) => hashed)).toBe(true);
    for (const { row } of rows) expect(row).not.toContain(session.key.slice(12));
  });

  it.each<[Scope, string, string]>([
    ['account:read', 'GET', '/api/v1/me'],
    ['waitlists:read', 'GET', '/api/v1/waitlists'],
    ['waitlists:read', 'GET', '/api/v1/waitlists/nothing-here/domain'],
    ['waitlists:write', 'DELETE', '/api/v1/waitlists/nothing-here'],
    ['entries:read', 'GET', '/api/v1/waitlists/nothing-here/entries'],
    ['domains:write', 'DELETE', '/api/v1/waitlists/nothing-here/domain'],
    ['templates:read', 'GET', '/api/v1/email-templates'],
    ['templates:write', 'DELETE', '/api/v1/email-templates/nothing-here'],
    ['assets:write', 'POST', '/api/v1/assets'],
    ['domains:write', 'DELETE', '/api/v1/waitlists/nothing-here/turnstile'],
  ])(
    `lets %s do what it grants, and nothing else${verifies('scopes.subset-per-key', 'scopes.account-read', 'scopes.waitlists-read', 'scopes.waitlists-write', 'scopes.entries-read', 'scopes.templates-read', 'scopes.templates-write', 'scopes.assets-write', 'scopes.domains-write', 'scopes.waitlists-read-status')}`,
    async (scope, method, path) => {
      // A separate account: together these requests would exceed one account's rate limit.
      const api = await (await session.createAccount('pro')).withScopes([scope]);
      expect((await api.request(method, path)).status).not.toBe(403);
      for (const other of guarded.filter(each => each.scope !== scope)) {
        expect((await api.request(other.method, pathOf(other.path))).status).toBe(403);
      }
    },
  );

  it.each([
    ['PATCH', '', { ogImage: 'https://example.com/card.svg' }],
    ['PUT', '/turnstile', { siteKey: '1x00000000000000', secretKey: '1x00000000000000' }],
    ['POST', '/domain', { domain: '127.0.0.1' }],
    ['GET', '/domain?check=127.0.0.1', undefined],
  ])(
    `answers bad input before an unknown waitlist, also where no schema states the rule: %s %s${verifies('order.input-before-resource')}`,
    async (method, path, input) => {
      const { status, body } = await session.api.request(
        method,
        `/api/v1/waitlists/no-such-waitlist${path}`,
        {
          ...(input && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
        },
      );
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    },
  );

  it(`answers 404 for another account's waitlist, as for one that does not exist${verifies('errors.404-foreign-resource')}`, async () => {
    const owner = await session.otherAccount('pro');
    const { body } = await owner.post('/api/v1/waitlists', { name: 'Private', slug: 'private-list' });
    const stranger = await session.otherAccount('pro');
    for (const operation of guarded.filter(each => each.path.includes('{id}'))) {
      const { method, path } = operation;
      await session.sql('TRUNCATE rate_windows');
      const json = {
        body: JSON.stringify(acceptedBy(operation)),
        headers: { 'content-type': 'application/json' },
      };
      const send = (id: string) => stranger.request(method, pathOf(path, id), hasBody(method) ? json : {});
      const missing = await send('no-such-waitlist');
      for (const id of [body.waitlist.id, 'private-list']) {
        const foreign = await send(id);
        expect(foreign.status).toBe(404);
        expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
      }
    }
    expect((await owner.get('/api/v1/waitlists/private-list')).body.waitlist.name).toBe('Private');
  });
});
