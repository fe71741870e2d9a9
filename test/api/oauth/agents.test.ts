import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CLIENTS, connectAgent } from '../../support/agent.ts';
import { createApiClient } from '../../support/api-client.ts';
import type { Browser } from '../../support/browser.ts';
import { openOAuth, REDIRECT } from '../../support/oauth.ts';
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
        challenge: `Bearer error="insufficient_scope", error_description="This operation needs the scope ${scope}", scope="account:read ${scope}", ${metadata()}`,
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
      `Bearer error="insufficient_scope", error_description="This operation needs the scope waitlists:write", scope="account:read entries:read waitlists:write", resource_metadata="${session.url}/.well-known/oauth-protected-resource/api/mcp/mcp"`,
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

/** What the SDK's clients need to know of their user: tokens, and where to send them. */
function personAt(connected: { clientId: string; tokens: Record<string, unknown> }) {
  let { tokens } = connected;
  const asked: URL[] = [];
  const provider = {
    redirectUrl: REDIRECT,
    clientMetadata: { redirect_uris: [REDIRECT] },
    clientInformation: () => ({ client_id: connected.clientId, issuer: session.url }),
    tokens: () => ({ issuer: session.url, ...tokens }),
    saveTokens: (saved: Record<string, unknown>) => {
      tokens = saved;
    },
    redirectToAuthorization: (url: URL) => void asked.push(url),
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
  };
  return { provider, asked };
}

describe('a missing scope, as clients of the SDK show it', () => {
  const endpoint = () => new URL('/api/mcp/mcp', session.url);
  const info = { name: 'test-agent', version: '1.0.0' };
  const words = /This operation needs the scope waitlists:write.*including the scope waitlists:write/s;
  const write = { name: 'create_waitlist', arguments: { name: 'X' } };
  const messageOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'no error',
      (error: Error) => error.message,
    );
  const connect = () => oauth.connect(browser, { scopes: ['account:read', 'entries:read'] });

  it(`is named in words by the 1.x client, which refreshes its token before it gives up${verifies('agents.missing-scope-in-words')}`, async () => {
    const { provider, asked } = personAt(await connect());
    const client = new LegacyClient(info);
    await client.connect(new LegacyTransport(endpoint(), { authProvider: provider as never }) as never);
    expect(await messageOf(client.callTool(write))).toMatch(words);
    // The model tries again.
    expect(await messageOf(client.callTool(write))).toMatch(words);
    expect(asked).toEqual([]);
    // Another scope has its own challenge.
    expect(await messageOf(client.callTool({ name: 'list_email_templates', arguments: {} }))).toMatch(
      /needs the scope templates:read/,
    );
    expect((await client.callTool({ name: 'get_account', arguments: {} })).isError).toBeFalsy();
    await client.close();
  });

  it(`is asked for by the 2.x client, as often as it calls${verifies('agents.missing-scope-oauth-403')}`, async () => {
    const { provider, asked } = personAt(await connect());
    const client = new ModernClient(info);
    await client.connect(new ModernTransport(endpoint(), { authProvider: provider as never }));
    for (const times of [1, 2]) {
      expect(await messageOf(client.callTool(write))).toBe('Unauthorized');
      expect(asked).toHaveLength(times);
    }
    expect(asked[1]?.searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['account:read', 'entries:read', 'waitlists:write']),
    );
    await client.close();
  });

  it(`is named in words by clients that were given a token${verifies('agents.missing-scope-in-words')}`, async () => {
    const { tokens } = await connect();
    const requestInit = { headers: { authorization: `Bearer ${tokens.access_token}` } };
    const legacy = new LegacyClient(info);
    await legacy.connect(new LegacyTransport(endpoint(), { requestInit }) as never);
    expect(await messageOf(legacy.callTool(write))).toMatch(words);
    await legacy.close();
    const modern = new ModernClient(info);
    await modern.connect(new ModernTransport(endpoint(), { requestInit }));
    const error = await modern.callTool(write).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: expect.stringContaining('waitlists:write'),
      errorDescription: 'This operation needs the scope waitlists:write',
    });
    await modern.close();
  });

  it(`is challenged again ten minutes later${verifies('agents.missing-scope-oauth-403')}`, async () => {
    const { clientId, tokens } = await connect();
    const challenged = async (token: string) => {
      const answer = await createApiClient(session.url, token).request('POST', '/api/mcp/mcp', {
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: write }),
      });
      expect(answer.status).toBe(403);
      return answer.headers.get('www-authenticate')?.includes('error="insufficient_scope"');
    };
    expect(await challenged(tokens.access_token)).toBe(true);
    expect(await challenged(tokens.access_token)).toBe(true);
    const { body: refreshed } = await oauth.refresh(clientId, tokens.refresh_token);
    expect(await challenged(refreshed.access_token)).toBe(false);
    expect(await challenged(tokens.access_token)).toBe(true);
    await session.sql(`UPDATE oauth_artifacts SET expires_at = now() WHERE kind = 'ScopeChallenge'`);
    expect(await challenged(refreshed.access_token)).toBe(true);
    expect(await challenged(tokens.access_token)).toBe(false);
  });
});
