import { beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { registry } from '../../../core/registry.ts';
import { generateSecret } from '../../../core/sessions/secret.ts';
import { DASHBOARD_HEADER } from '../../../core/sessions/session-store.ts';
import { createApiClient, createPersonClient } from '../../support/api-client.ts';
import { picture } from '../../support/images.ts';
import { openOAuth } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const forPeople = registry.filter(({ audience }) => audience === 'people');
const pathOf = (path: string) => path.replace(/\{\w+\}/g, '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e');

describe('a session', () => {
  const session = shareSession();
  let secret: string;
  beforeAll(async () => {
    // Signed in as a person, with the browser's cookie.
    const browser = await openOAuth(session).person();
    secret = browser.cookies.get('anteroom') ?? '';
  });

  const mark = { [DASHBOARD_HEADER.header]: DASHBOARD_HEADER.value };
  const get = async (headers: Record<string, string>, path = '/api/v1/me') =>
    session.visitor.request('GET', path, { headers: { cookie: `anteroom=${secret}`, ...headers } });

  it(`calls the API with every scope${verifies('sessions.rest-with-all-scopes')}`, async () => {
    const { status, body, headers } = await createPersonClient(session.url, secret).get('/api/v1/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: { id: session.accountId },
      key: { name: 'Dashboard', scopes: ALL_SCOPES },
    });
    expect(headers.get('ratelimit-policy')).toBe('"account";q=120;w=60');
  });

  it('can upload images', async () => {
    const person = createPersonClient(session.url, secret);
    const data = picture('small.gif').toString('base64');
    expect((await person.post('/api/v1/assets', { data, contentType: 'image/gif' })).status).toBe(200);
    const forged = await session.visitor.request('POST', '/api/v1/assets', {
      body: JSON.stringify({ data, contentType: 'image/gif' }),
      headers: { cookie: `anteroom=${secret}`, 'content-type': 'application/json' },
    });
    expect(forged.status).toBe(403);
  });

  it(`has a separate rate limit, so a runaway key can still be revoked${verifies('sessions.rate-limit-own')}`, async () => {
    const account = await session.createAccount('free');
    const [person, { key, id }] = [await account.signIn(), await account.createKey(['account:read'])];
    const wild = createApiClient(session.url, key);
    const times = <Answer>(count: number, ask: () => Promise<Answer>) =>
      Promise.all(Array.from({ length: count }, ask));
    const ofKey = await times(121, () => wild.get('/api/v1/me'));
    expect(ofKey.filter(({ status }) => status === 200)).toHaveLength(120);
    expect((await person.delete(`/api/v1/dashboard/keys/${id}`)).status).toBe(200);
    const ofPerson = await times(120, () => person.get('/api/v1/me'));
    expect(ofPerson.filter(({ status }) => status === 200)).toHaveLength(119);
  });

  it.each<[string, () => Record<string, string>]>([
    ['without our header', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['with another header instead', () => ({ [DASHBOARD_HEADER.header]: 'XMLHttpRequest' })],
    ['of another site', () => ({ ...mark, 'sec-fetch-site': 'cross-site' })],
    ['of another host of the same site', () => ({ ...mark, 'sec-fetch-site': 'same-site' })],
    ['typed into the address bar', () => ({ ...mark, 'sec-fetch-site': 'none' })],
    ['of another origin', () => ({ ...mark, origin: 'https://evil.example' })],
    ['of an opaque origin, such as page code', () => ({ ...mark, origin: 'null' })],
    ['of another port', () => ({ ...mark, origin: `${new URL(session.url).origin}1` })],
  ])(`is refused in a request %s${verifies('sessions.forgery-refused')}`, async (_, headers) => {
    for (const path of ['/api/v1/me', '/api/v1/dashboard/keys']) {
      const { status, body } = await get(headers(), path);
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'forbidden', resolution: expect.any(String) });
    }
  });

  it('is accepted from a browser that sends no fetch metadata, or the right values', async () => {
    expect((await get(mark)).status).toBe(200);
    const { origin } = new URL(session.url);
    expect((await get({ ...mark, origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it(`is not allowed for any other origin by CORS${verifies('sessions.no-credentialed-cors')}`, async () => {
    const preflight = await session.visitor.request('OPTIONS', '/api/v1/dashboard/keys', {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': DASHBOARD_HEADER.header,
      },
    });
    const answer = await get({ ...mark, 'sec-fetch-site': 'same-origin' });
    for (const { headers } of [preflight, answer]) {
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain(
      DASHBOARD_HEADER.header,
    );
  });

  it('is ignored when a key is sent, and does not work as a key', async () => {
    const forged = { cookie: `anteroom=${secret}` };
    const me = (headers: Record<string, string>) =>
      session.visitor.request('GET', '/api/v1/me', { headers: { ...forged, ...headers } });
    expect((await me({ authorization: `Bearer ${session.key}` })).body.key.name).toBe('test');
    expect((await me({ 'x-api-key': session.key })).status).toBe(200);
    expect((await me({ ...mark, authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await me({ ...mark, authorization: `Bearer ${secret}` })).status).toBe(401);
  });

  it('does not work on the agent endpoint', async () => {
    const { status } = await session.visitor.request('POST', '/api/mcp/mcp', {
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      headers: { ...mark, cookie: `anteroom=${secret}`, 'content-type': 'application/json' },
    });
    expect(status).toBe(401);
  });

  it.each<[string, (secret: string) => Promise<string>]>([
    ['that is unknown', async () => generateSecret()],
    ['that is malformed', async () => 'nonsense'],
    [
      'that has expired',
      async id => {
        await session.sql('UPDATE sessions SET expires_at = now()');
        return id;
      },
    ],
  ])('%s is a 401', async (_, of) => {
    const { status, body } = await createPersonClient(session.url, await of(secret)).get('/api/v1/me');
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'unauthorized', resolution: expect.any(String) });
    await session.sql(`UPDATE sessions SET expires_at = now() + interval '1 hour'`);
  });

  it('ends when signing out', async () => {
    const browser = await openOAuth(session).person();
    const person = createPersonClient(session.url, browser.cookies.get('anteroom') ?? '');
    expect((await person.get('/api/v1/me')).status).toBe(200);
    await browser.post('/sign-out', {});
    expect((await person.get('/api/v1/me')).status).toBe(401);
  });

  describe.each(forPeople)('$method $path', ({ method, path }) => {
    const send = (headers: Record<string, string>) =>
      session.visitor.request(method, pathOf(path), {
        headers: { 'content-type': 'application/json', ...headers },
      });

    it('answers 401 without a session', async () => {
      const { status, body } = await send({});
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'unauthorized', resolution: expect.stringContaining('Sign in') });
    });

    it(`is refused to a key with every scope, and to an agent${verifies('sessions.people-only')}`, async () => {
      // All sign in from one network.
      await session.sql('TRUNCATE rate_windows');
      const { key } = await (await session.createAccount('pro')).createKey(ALL_SCOPES);
      const oauth = openOAuth(session);
      const { tokens } = await oauth.connect(await oauth.person());
      for (const credential of [key, tokens.access_token]) {
        const { status, body } = await send({ authorization: `Bearer ${credential}` });
        expect(status).toBe(403);
        expect(body).toMatchObject({ code: 'forbidden', resolution: expect.stringContaining('dashboard') });
      }
    });

    it('is not in the API description', async () => {
      for (const document of ['/api/v1', '/api/v1/openapi.json', '/llms.txt', '/skill.md']) {
        const { body } = await session.visitor.get(document);
        expect(JSON.stringify(body)).not.toContain('/api/v1/dashboard');
      }
    });
  });
});
