import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../support/api-client.ts';
import type { Browser } from '../../support/browser.ts';
import { createPkce, openOAuth, REDIRECT, WEB_REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let oauth: ReturnType<typeof openOAuth>;
let browser: Browser;

beforeAll(async () => {
  oauth = openOAuth(session);
  browser = await oauth.person();
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

const statusWith = async (accessToken: string): Promise<number> =>
  (await createApiClient(session.url, accessToken).get('/api/v1/me')).status;

/** Lets the time pass in which a repeat is a retry. */
const passRetryTime = () =>
  session.sql(`UPDATE oauth_artifacts SET consumed_at = consumed_at - interval '11 seconds'`);

async function newCode(more: Record<string, string> = {}) {
  const { body: client } = await oauth.register();
  const pkce = createPkce();
  const code = await oauth.authorize(browser, client.client_id, pkce, more);
  return { clientId: client.client_id as string, code, pkce };
}

describe('a code', () => {
  it(`gives tokens to exactly one of twenty concurrent requests${verifies('oauth.code-once')}`, async () => {
    const { clientId, code, pkce } = await newCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => oauth.redeem(clientId, code, pkce)));
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const { status, body } of answers.filter(each => each !== won)) {
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
    expect(await statusWith(won?.body.access_token)).toBe(200);
    expect(
      await session.sql(
        'SELECT count(*)::int AS n FROM oauth_access_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE client_id = $1',
        [clientId],
      ),
    ).toEqual([{ n: 1 }]);
  });

  it(`that is redeemed again within seconds is refused to anyone, and its tokens stay${verifies('oauth.code-once')}`, async () => {
    const { clientId, code, pkce } = await newCode();
    const { body: other } = await oauth.register();
    const { body: tokens } = await oauth.redeem(clientId, code, pkce);
    for (const again of [
      await oauth.redeem(clientId, code, pkce),
      await oauth.redeem(clientId, code, createPkce()),
      await oauth.redeem(other.client_id, code, pkce),
    ]) {
      expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    }
    expect(await statusWith(tokens.access_token)).toBe(200);
    expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(200);
  });

  it('that is redeemed again later revokes its tokens', async () => {
    const { clientId, code, pkce } = await newCode();
    const { body: tokens } = await oauth.redeem(clientId, code, pkce);
    expect(await statusWith(tokens.access_token)).toBe(200);
    await passRetryTime();
    expect((await oauth.redeem(clientId, code, pkce)).body.error).toBe('invalid_grant');
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await oauth.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it.each<[string, Record<string, string>, string]>([
    ['a wrong verifier', { code_verifier: createPkce().verifier }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:43210/other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a made-up code', { code: 'x'.repeat(43) }, 'invalid_grant'],
  ])(`is refused with %s${verifies('oauth.pkce')}`, async (_what, change, error) => {
    const { clientId, code, pkce } = await newCode();
    const { status, body } = await oauth.redeem(clientId, code, pkce, change);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('is refused to another client, and after a minute', async () => {
    const { clientId, code, pkce } = await newCode();
    const { body: other } = await oauth.register();
    expect((await oauth.redeem(other.client_id, code, pkce)).body.error).toBe('invalid_grant');
    await session.sql('UPDATE oauth_artifacts SET expires_at = now()');
    expect((await oauth.redeem(clientId, code, pkce)).body.error).toBe('invalid_grant');
  });
});

describe('an authorization request', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ])(
    `%s is refused, and its client told${verifies('oauth.pkce', 'oauth.own-resource-only')}`,
    async (_what, change, error) => {
      const { clientId } = await newCode();
      const parameters = { ...oauth.standard(clientId, createPkce()), ...change };
      const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
      const { location } = await oauth.follow(browser, oauth.authorizePath(given));
      const back = new URL(location ?? '');
      expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
      expect([...back.searchParams.keys()].includes('code')).toBe(false);
      expect([
        back.searchParams.get('error') ?? new URLSearchParams(back.hash.slice(1)).get('error'),
      ]).toEqual([error]);
    },
  );

  it.each<[string, Record<string, string>]>([
    ['of an unknown client', { client_id: 'nobody' }],
    ['with a redirect URI that is not the client’s', { redirect_uri: 'https://evil.example/callback' }],
    ['with another path on loopback', { redirect_uri: 'http://127.0.0.1:43210/evil' }],
  ])('%s is not redirected', async (_what, change) => {
    const { body: client } = await oauth.register();
    const answer = await oauth.follow(
      browser,
      oauth.authorizePath({ ...oauth.standard(client.client_id, createPkce()), ...change }),
    );
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).not.toContain('evil.example');
  });

  it('may come from any port on loopback', async () => {
    const { body: client } = await oauth.register({ redirect_uris: ['http://localhost/callback'] });
    const pkce = createPkce();
    const redirect_uri = 'http://localhost:51234/callback';
    const code = await oauth.authorize(browser, client.client_id, pkce, { redirect_uri });
    expect((await oauth.redeem(client.client_id, code, pkce, { redirect_uri })).status).toBe(200);
  });

  it.each(['', '/', '/api/mcp/mcp', '/api/mcp/mcp/'])('may call the resource {base}%s', async path => {
    const { clientId, code, pkce } = await newCode({ resource: session.url + path });
    const answer = await oauth.redeem(clientId, code, pkce, { resource: `${session.url}/api/mcp/mcp` });
    expect(answer.status).toBe(200);
  });

  it('may ask for OpenID scopes, which are ignored', async () => {
    const { clientId, code, pkce } = await newCode({
      scope: 'openid offline_access entries:read',
      nonce: 'n',
    });
    const { body } = await oauth.redeem(clientId, code, pkce);
    expect(body).toMatchObject({ scope: 'entries:read', refresh_token: expect.any(String) });
    expect(body.id_token).toBeUndefined();
  });
});

describe('an access token', () => {
  it(`expires after an hour${verifies('oauth.access-token-one-hour')}`, async () => {
    const { tokens } = await oauth.connect(browser);
    const [{ seconds }] = await session.sql(
      `SELECT extract(epoch FROM max(expires_at) - now())::int AS seconds FROM oauth_access_tokens`,
    );
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
    await session.sql('UPDATE oauth_access_tokens SET expires_at = now()');
    expect(await statusWith(tokens.access_token)).toBe(401);
  });

  it(`shares the account’s rate limit with keys${verifies('rate.shared-by-tokens')}`, async () => {
    const { tokens } = await oauth.connect(browser);
    await session.sql('DELETE FROM rate_windows');
    const [byKey, byToken] = [session.api, createApiClient(session.url, tokens.access_token)];
    for (let n = 0; n < 60; n++) {
      expect((await byKey.get('/api/v1/me')).status).toBe(200);
      expect((await byToken.get('/api/v1/me')).status).toBe(200);
    }
    expect((await byToken.get('/api/v1/me')).status).toBe(429);
    expect((await byKey.get('/api/v1/me')).status).toBe(429);
  });

  it(`is not stored in clear text, nor is any other secret${verifies('oauth.only-hashes')}`, async () => {
    const { body: client } = await oauth.register({ token_endpoint_auth_method: 'client_secret_post' });
    const { code, tokens } = await oauth.connect(browser);
    const waiting = await oauth.register();
    const page = await oauth.follow(
      browser,
      oauth.authorizePath(oauth.standard(waiting.body.client_id, createPkce())),
    );
    const uid = /consent\/([\w-]+)"/.exec(page.text)?.[1] ?? '';
    const rows = await session.sql(`
      SELECT row_to_json(t)::text AS row FROM oauth_clients t UNION ALL SELECT row_to_json(t)::text FROM oauth_grants t
      UNION ALL SELECT row_to_json(t)::text FROM oauth_access_tokens t UNION ALL SELECT row_to_json(t)::text FROM oauth_artifacts t`);
    const kept = rows.map(({ row }) => row).join('\n');
    expect(kept).toContain(client.client_id);
    for (const secret of [client.client_secret, code, tokens.access_token, tokens.refresh_token, uid]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(kept.includes(secret)).toBe(false);
    }
  });

  it('ends when it is revoked; revoking its refresh token ends the whole consent', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const revoke = (token: string) => oauth.post('/api/auth/mcp/revoke', { client_id: clientId, token });
    expect((await revoke(tokens.access_token)).status).toBe(200);
    expect(await statusWith(tokens.access_token)).toBe(401);
    const { body: next } = await oauth.refresh(clientId, tokens.refresh_token);
    expect(await statusWith(next.access_token)).toBe(200);
    expect((await revoke(next.refresh_token)).status).toBe(200);
    expect(await statusWith(next.access_token)).toBe(401);
    expect((await revoke('nothing')).status).toBe(200);
  });

  it('cannot be revoked by another client, nor can its refresh token', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const { body: other } = await oauth.register();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      await oauth.post('/api/auth/mcp/revoke', { client_id: other.client_id, token });
    }
    expect(await statusWith(tokens.access_token)).toBe(200);
    expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(200);
  });

  it('ends when the consent expires, and so do its refresh token and code', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const { clientId: waiting, code, pkce } = await newCode();
    expect(await statusWith(tokens.access_token)).toBe(200);
    await session.sql('UPDATE oauth_grants SET expires_at = now()');
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await oauth.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await oauth.redeem(waiting, code, pkce)).body.error).toBe('invalid_grant');
  });

  it(`ends immediately when the consent is revoked${verifies('oauth.revoked-consent-at-once')}`, async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    expect(await statusWith(tokens.access_token)).toBe(200);
    await session.sql('DELETE FROM oauth_grants WHERE client_id = $1', [clientId]);
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await oauth.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it(`gives new tokens, including a new refresh token${verifies('oauth.refresh-endpoint', 'oauth.refresh-rotates')}`, async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const { status, body } = await oauth.refresh(clientId, tokens.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(tokens.refresh_token);
    expect(body.scope).toBe(tokens.scope);
    expect(await statusWith(body.access_token)).toBe(200);
  });

  it('may be sent again within seconds by a client that lost the response', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    await oauth.refresh(clientId, tokens.refresh_token);
    const { body: other } = await oauth.register();
    expect((await oauth.refresh(other.client_id, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const again = await oauth.refresh(clientId, tokens.refresh_token);
    expect(again.status).toBe(200);
    await passRetryTime();
    expect((await oauth.refresh(clientId, again.body.refresh_token)).status).toBe(200);
  });

  it(`that is reused later revokes the whole consent${verifies('oauth.refresh-reuse-detected')}`, async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const { body: next } = await oauth.refresh(clientId, tokens.refresh_token);
    await passRetryTime();
    expect((await oauth.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await oauth.refresh(clientId, next.refresh_token)).body.error).toBe('invalid_grant');
    expect(await statusWith(next.access_token)).toBe(401);
  });

  it('sent ten times at once leaves the consent working', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => oauth.refresh(clientId, tokens.refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(
      await session.sql('SELECT count(*)::int AS n FROM oauth_grants WHERE client_id = $1', [clientId]),
    ).toEqual([{ n: 1 }]);
    const last = answers.at(-1)?.body;
    expect(await statusWith(last.access_token)).toBe(200);
    expect((await oauth.refresh(clientId, last.refresh_token)).status).toBe(200);
  });

  it('gives new tokens sixty times in ten minutes at most', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => oauth.refresh(clientId, tokens.refresh_token)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const last = answers.at(-1)?.body.refresh_token;
    const refused = await oauth.refresh(clientId, last);
    expect([refused.status, refused.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await oauth.connect(browser);
    expect((await oauth.refresh(other.clientId, other.tokens.refresh_token)).status).toBe(200);
    await session.sql('DELETE FROM rate_windows');
    await passRetryTime();
    expect((await oauth.refresh(clientId, last)).status).toBe(200);
  });

  it('can be exchanged for fewer scopes, never more', async () => {
    const { clientId, tokens } = await oauth.connect(browser, { scopes: ['entries:read', 'account:read'] });
    const fewer = await oauth.refresh(clientId, tokens.refresh_token, { scope: 'account:read' });
    expect(fewer.body.scope).toBe('account:read');
    const more = await oauth.refresh(clientId, fewer.body.refresh_token, { scope: 'waitlists:write' });
    expect(more.body.error).toBe('invalid_scope');
  });

  it.each(['scope', 'client_id', 'grant_type'])('is not exchanged when %s is sent twice', async name => {
    const { clientId, tokens } = await oauth.connect(browser);
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: tokens.refresh_token,
      scope: 'account:read',
    });
    form.append(name, form.get(name) ?? '');
    const { status, body } = await oauth.post('/api/auth/mcp/token', form);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'invalid_request', error_description: expect.stringContaining(name) },
    });
    expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(200);
  });

  it('does not work for another client or another resource', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    const { body: other } = await oauth.register();
    expect((await oauth.refresh(other.client_id, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const foreign = await oauth.refresh(clientId, tokens.refresh_token, {
      resource: 'https://other.example/',
    });
    expect(foreign.body.error).toBe('invalid_target');
  });
});

describe('a failure', () => {
  it('of the service reaches programs in the shape of OAuth, without internals', async () => {
    const { clientId, tokens } = await oauth.connect(browser);
    await session.sql('ALTER TABLE oauth_clients RENAME TO away');
    const answers = [
      await oauth.refresh(clientId, tokens.refresh_token),
      await oauth.post('/api/auth/mcp/revoke', { token: tokens.refresh_token, client_id: clientId }),
      await oauth.register(),
    ];
    await session.sql('ALTER TABLE away RENAME TO oauth_clients');
    for (const { status, body, headers } of answers) {
      expect(status).toBe(500);
      expect(body).toEqual({
        error: 'server_error',
        error_description: expect.stringMatching(/^Something went wrong on our end\. Try again\./),
      });
      expect(headers.get('x-request-id')).toMatch(/./);
    }
  });
});

describe('a client with a secret', () => {
  it.each(['client_secret_basic', 'client_secret_post'])('authenticates with %s', async method => {
    const { body: client } = await oauth.register({
      token_endpoint_auth_method: method,
      redirect_uris: [WEB_REDIRECT],
    });
    const pkce = createPkce();
    const redirect_uri = WEB_REDIRECT;
    const redeem = async (secret: string) => {
      const code = await oauth.authorize(browser, client.client_id, pkce, { redirect_uri });
      const basic = Buffer.from(`${client.client_id}:${secret}`).toString('base64');
      const fields = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: pkce.verifier };
      return method === 'client_secret_basic'
        ? oauth.post('/api/auth/mcp/token', fields, { authorization: `Basic ${basic}` })
        : oauth.post('/api/auth/mcp/token', {
            ...fields,
            client_id: client.client_id,
            client_secret: secret,
          });
    };
    expect((await redeem(client.client_secret)).status).toBe(200);
    const wrong = await redeem('wrong');
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
  });
});
