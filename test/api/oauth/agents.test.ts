import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENTS, connectAgent } from '../../support/agent.ts';
import { createApiClient } from '../../support/api-client.ts';
import type { Browser } from '../../support/browser.ts';
import { openOAuth } from '../../support/oauth.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

let session: ApiSession;
let oauth: ReturnType<typeof openOAuth>;
let browser: Browser;

beforeAll(async () => {
  session = await openSession();
  oauth = openOAuth(session);
  browser = await oauth.person();
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

afterAll(() => session.close());

describe('an access token on REST', () => {
  const call = async (path: string, authorization: string, method = 'GET') => {
    const { status, headers, body } = await session.visitor.request(method, path, {
      headers: { authorization },
    });
    return { status, challenge: headers.get('www-authenticate'), body };
  };
  const metadata = () =>
    `resource_metadata="${session.url}/.well-known/oauth-protected-resource/api/mcp/mcp"`;

  it(`that is no longer valid gets the challenge and advice for tokens${verifies('oauth.challenge-on-rest')}`, async () => {
    const { tokens } = await oauth.connect(browser);
    await session.sql('UPDATE oauth_access_tokens SET expires_at = now()');
    for (const [token, error] of [
      [tokens.access_token, 'The access token has expired or was revoked'],
      ['ar_oat_nothing', 'The access token is malformed'],
    ]) {
      for (const [method, path] of [
        ['GET', '/api/v1/me'],
        ['POST', '/api/v1/assets'],
        ['GET', '/api/v1/dashboard/agents'],
      ] as const) {
        expect(await call(path, `Bearer ${token}`, method)).toEqual({
          status: 401,
          challenge: `Bearer error="invalid_token", ${metadata()}`,
          body: expect.objectContaining({
            error,
            code: 'unauthorized',
            resolution: 'Use the refresh token to get a new access token, or request authorization again.',
          }),
        });
      }
    }
  });

  it(`without the scope gets the challenge that names it${verifies('oauth.challenge-on-rest')}`, async () => {
    const { tokens } = await oauth.connect(browser, { scopes: ['account:read'] });
    for (const [method, path, scope] of [
      ['GET', '/api/v1/waitlists', 'waitlists:read'],
      ['POST', '/api/v1/assets', 'assets:write'],
    ] as const) {
      expect(await call(path, `Bearer ${tokens.access_token}`, method)).toEqual({
        status: 403,
        challenge: `Bearer error="insufficient_scope", scope="account:read ${scope}", ${metadata()}`,
        body: expect.objectContaining({
          code: 'insufficient_scope',
          resolution: `Request authorization again, including the scope ${scope}.`,
        }),
      });
    }
    // A key cannot ask for more.
    const { key } = await session.createKey(['account:read']);
    expect((await call('/api/v1/waitlists', `Bearer ${key}`)).challenge).toBeNull();
  });
});

describe('an access token at the agent endpoint', () => {
  it.each(CLIENTS)(`works with %s${verifies('agents.access-token-accepted')}`, async kind => {
    const { tokens } = await oauth.connect(browser);
    const agent = await connectAgent(session.url, { authorization: `Bearer ${tokens.access_token}` }, kind);
    const answer = await agent.call('get_account');
    expect(answer).toMatchObject({
      ok: true,
      output: { account: { email: session.email }, key: { name: 'Test agent' } },
    });
    await agent.close();
  });

  it(`gets a challenge for a tool beyond its scopes${verifies('agents.missing-scope-oauth-403')}`, async () => {
    const { tokens } = await oauth.connect(browser, { scopes: ['account:read', 'entries:read'] });
    const answer = await createApiClient(session.url, tokens.access_token).request('POST', '/api/mcp/mcp', {
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_waitlist', arguments: { name: 'X' } },
      }),
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="account:read entries:read waitlists:write", resource_metadata="${session.url}/.well-known/oauth-protected-resource/api/mcp/mcp"`,
    );
    expect(answer.body).toMatchObject({
      code: 'insufficient_scope',
      requiredScope: 'waitlists:write',
      grantedScopes: expect.arrayContaining(['account:read', 'entries:read']),
      resolution: 'Request authorization again, including the scope waitlists:write.',
    });
    expect(answer.headers.get('ratelimit')).toMatch(/^"account"/);
  });
});
