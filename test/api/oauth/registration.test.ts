import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createOAuthStore } from '../../../adapters/postgres/oauth/oauth-store.ts';
import { openBrowser } from '../../support/browser.ts';
import { createPkce, openOAuth, REDIRECT, WEB_REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let oauth: ReturnType<typeof openOAuth>;

beforeAll(async () => {
  oauth = openOAuth(session);
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

describe('registration', () => {
  it(`returns the client’s id and settings${verifies('oauth.dynamic-client-registration')}`, async () => {
    const { status, body } = await oauth.register({
      redirect_uris: [WEB_REDIRECT],
      token_endpoint_auth_method: undefined,
      grant_types: undefined,
      logo_uri: 'javascript:alert(1)',
      scope: 'openid everything',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      client_secret: expect.any(String),
      client_secret_expires_at: 0,
      client_name: 'Test agent',
      application_type: 'web',
      redirect_uris: [WEB_REDIRECT],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  });

  it('reads a body that begins with a byte order mark, and refuses a compressed one', async () => {
    const register = (more: Record<string, string> = {}) =>
      session.visitor.request('POST', '/api/auth/mcp/register', {
        body: `\ufeff${JSON.stringify({ client_name: 'Marked', redirect_uris: [WEB_REDIRECT] })}`,
        headers: { 'content-type': 'application/json', ...more },
      });
    expect((await register()).status).toBe(201);
    const { status, body } = await register({ 'content-encoding': 'gzip' });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.error_description).toContain('The body is compressed');
    const latin = await session.visitor.request('POST', '/api/auth/mcp/register', {
      body: Buffer.from(JSON.stringify({ client_name: 'Zoë', redirect_uris: [WEB_REDIRECT] }), 'latin1'),
      headers: { 'content-type': 'application/json' },
    });
    expect([latin.status, latin.body.error_description]).toEqual([400, expect.stringContaining('not UTF-8')]);
  });

  it.each<[string, unknown]>([
    ['no list', 'https://agent.example/callback'],
    ['an empty list', []],
    ['plain http', ['http://agent.example/callback']],
    ['a fragment', ['https://agent.example/callback#x']],
    ['a wildcard', ['https://*.agent.example/callback']],
    ['a user name', ['https://user@agent.example/callback']],
    ['a script', ['javascript:alert(1)']],
    ['data', ['data:text/html,x']],
    ['a file', ['file:///etc/passwd']],
    ['a response', ['https://agent.example/callback?error_description=Call+us']],
    ['a search of Windows', ['search-ms:query=x']],
    ['a repair tool of Windows', ['ms-msdt:/id']],
    ['a telephone', ['tel:+15550100']],
    ['an archive', ['jar:https://evil.example/a.jar!/b']],
    ['a browser’s own page', ['view-source:https://evil.example/']],
    ['a scheme that is no domain in reverse', ['evil://callback']],
    ['a scheme that only has a dot', ['x-apple.systempreferences:com.apple.preference']],
    ['a space', ['https://agent.example /callback']],
    ['a backslash', ['https://agent.example\\@evil.example/']],
    ['no slashes', ['https:evil.example']],
    ['a relative path', ['https:../callback']],
    ['a host that ends with a dot', ['https://agent.example./callback']],
    ['another notation of a host', ['https://3232235777/callback']],
    ['loopback in disguise', ['http://127.0.0.1.evil.example/callback']],
    ['one invalid among valid ones', [REDIRECT, 'http://agent.example/callback']],
  ])('refuses %s as redirect URIs', async (_what, redirect_uris) => {
    const { status, body } = await oauth.register({ redirect_uris });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
    expect(body.error_description).toEqual(expect.any(String));
  });

  it('refuses a page of ours as a redirect URI, whose name would mislead people', async () => {
    const { status, body } = await oauth.register({ redirect_uris: [`${session.url}/w/somebody`] });
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it('accepts loopback, private-use schemes and https', async () => {
    const uris = [
      'http://localhost:1234/cb',
      'http://[::1]/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode-insiders://vscode.github-authentication/did-authenticate',
      'com.example.agent:/callback',
      WEB_REDIRECT,
    ];
    const { status, body } = await oauth.register({ redirect_uris: uris });
    expect([status, body.application_type]).toEqual([201, 'native']);
  });

  it.each<[string, string]>([
    ['invalid JSON', '{'],
    ['an array', '[]'],
    [
      'an unsupported authentication method',
      JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'private_key_jwt' }),
    ],
    [
      'a grant type other than codes',
      JSON.stringify({ redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }),
    ],
  ])('refuses %s', async (_what, body) => {
    const answer = await session.visitor.request('POST', '/api/auth/mcp/register', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it(`is rate limited per network${verifies('oauth.registration-limited')}`, async () => {
    await session.sql('DELETE FROM rate_windows');
    for (let n = 0; n < 20; n++) expect((await oauth.register()).status).toBe(201);
    const refused = await oauth.register();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(
        /^Too many registrations from this network\. Wait \d+ seconds/,
      ),
    });
    const elsewhere = await session.visitor.request('POST', '/api/auth/mcp/register', {
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
    });
    expect(elsewhere.status).toBe(201);
    await session.sql('DELETE FROM rate_windows');
  });

  it(`is followed by rate-limited authorization requests${verifies('oauth.authorizations-limited')}`, async () => {
    await session.sql('DELETE FROM rate_windows');
    const { body: client } = await oauth.register();
    const path = oauth.authorizePath(oauth.standard(client.client_id, createPkce()));
    const ask = (headers: Record<string, string> = {}) => openBrowser(session.url, headers).get(path);
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const kept = () =>
      session.sql(`SELECT count(*)::int AS n FROM oauth_artifacts WHERE kind = 'Interaction'`);
    const before = await kept();
    const refused = await ask();
    expect([refused.status, refused.location]).toEqual([429, null]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toMatch(/Wait \d+ seconds/);
    expect(await kept()).toEqual(before);
    expect((await ask({ 'x-forwarded-for': '198.51.100.7' })).status).toBe(303);
    await session.sql('DELETE FROM rate_windows');
  });

  it(`is deleted for unused clients${verifies('oauth.unused-clients-pruned')}`, async () => {
    const [{ body: unused }, { body: fresh }] = [await oauth.register(), await oauth.register()];
    const browser = await oauth.person();
    const { clientId: used } = await oauth.connect(browser);
    const { clientId: dormant } = await oauth.connect(browser);
    await session.sql(`UPDATE oauth_clients SET created_at = now() - interval '8 days' WHERE id <> $1`, [
      fresh.client_id,
    ]);
    await session.sql(`UPDATE oauth_clients SET last_used_at = now() - interval '91 days' WHERE id = $1`, [
      dormant,
    ]);
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    await createOAuthStore(pool).sweep();
    await pool.end();
    const left = (await session.sql('SELECT id FROM oauth_clients')).map(({ id }) => id);
    expect(left).toEqual(expect.arrayContaining([fresh.client_id, used]));
    expect(left).not.toContain(unused.client_id);
    expect(left).not.toContain(dormant);
    const gone = await oauth.follow(
      browser,
      oauth.authorizePath(oauth.standard(unused.client_id, createPkce())),
    );
    expect(gone.status).toBe(400);
  });
});
