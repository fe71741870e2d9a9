import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  UnauthorizedError as ModernUnauthorized,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as LegacyUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth4webapi from 'oauth4webapi';
import * as openid from 'openid-client';
import { apiOperations } from '../../../core/registry.ts';
import type { Browser } from '../../support/browser.ts';
import { openOAuth, REDIRECT, WEB_REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let server: ReturnType<typeof openOAuth>;
let browser: Browser;

beforeAll(async () => {
  server = openOAuth(session);
  browser = await server.person();
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

/** A person follows the program's link and allows it these scopes. */
async function allow(link: URL, scopes?: readonly string[]): Promise<URL> {
  const page = await server.follow(browser, link.pathname + link.search);
  return page.location === null ? server.decide(browser, page, 'allow', scopes) : new URL(page.location);
}

/** The state that a program keeps; the client packages do the rest, given only the endpoint URL. */
function createMemory() {
  const kept: Record<string, unknown> = {};
  let link: URL | undefined;
  return {
    provider: {
      redirectUrl: REDIRECT,
      clientMetadata: { client_name: 'Agent of a test', redirect_uris: [REDIRECT] },
      clientInformation: () => kept.client as never,
      saveClientInformation: (value: unknown) => {
        kept.client = value;
      },
      tokens: () => kept.tokens as never,
      saveTokens: (value: unknown) => {
        kept.tokens = value;
      },
      redirectToAuthorization: (url: URL) => {
        link = url;
      },
      saveCodeVerifier: (value: string) => {
        kept.verifier = value;
      },
      codeVerifier: () => kept.verifier as string,
      discoveryState: () => kept.discovery as never,
      saveDiscoveryState: (value: unknown) => {
        kept.discovery = value;
      },
    },
    kept,
    /** The URL to send the person to, once. */
    takeLink(): URL {
      if (!link) throw new Error('Nobody was sent anywhere');
      const taken = link;
      link = undefined;
      return taken;
    },
  };
}

const info = { name: 'agent-of-a-test', version: '1.0.0' };
const endpoint = (): URL => new URL('/api/mcp/mcp', session.url);

describe('the client of sdk 1.x, given the address of the endpoint', () => {
  const connect = async (memory: ReturnType<typeof createMemory>) => {
    const client = new LegacyClient(info);
    const transport = new LegacyTransport(endpoint(), { authProvider: memory.provider });
    return { client, transport, connected: client.connect(transport as never) };
  };

  it(`signs in, sees every tool, calls, refreshes, and asks for a missing scope${verifies('agents.client-sees-all-tools')}`, async () => {
    const memory = createMemory();
    const first = await connect(memory);
    await expect(first.connected).rejects.toThrow(LegacyUnauthorized);
    const back = await allow(memory.takeLink(), ['account:read']);
    await first.transport.finishAuth(back.searchParams.get('code') ?? '');

    const { client, transport, connected } = await connect(memory);
    await connected;
    const tools = apiOperations.filter(({ scope }) => scope !== null);
    expect((await client.listTools()).tools).toHaveLength(tools.length);
    const me = await client.callTool({ name: 'get_account', arguments: {} });
    expect(me.structuredContent).toMatchObject({
      key: { name: 'Agent of a test', scopes: ['account:read'] },
    });

    // The hour passes.
    const { access_token: before } = memory.kept.tokens as { access_token: string };
    await session.sql('DELETE FROM oauth_access_tokens');
    await client.callTool({ name: 'get_account', arguments: {} });
    expect((memory.kept.tokens as { access_token: string }).access_token).not.toBe(before);

    // With a refresh token this client refreshes on a 403 and gives up; without one it asks the person.
    memory.kept.tokens = { ...(memory.kept.tokens as object), refresh_token: undefined };
    await expect(client.callTool({ name: 'list_waitlists', arguments: {} })).rejects.toThrow();
    const wider = memory.takeLink();
    expect(wider.searchParams.get('scope')).toBe('account:read waitlists:read');
    await transport.finishAuth((await allow(wider)).searchParams.get('code') ?? '');
    const lists = await client.callTool({ name: 'list_waitlists', arguments: {} });
    expect(lists.isError ?? false).toBe(false);
    await client.close();
  });
});

describe.each(['legacy', { pin: '2026-07-28' }] as const)(
  'the client 2.x (%j), given the address of the endpoint',
  mode => {
    it('signs in and calls', async () => {
      const memory = createMemory();
      const connect = () => {
        const client = new ModernClient(info, { versionNegotiation: { mode } });
        const transport = new ModernTransport(endpoint(), { authProvider: memory.provider });
        return { client, transport, connected: client.connect(transport) };
      };
      const first = connect();
      await expect(first.connected).rejects.toThrow(ModernUnauthorized);
      const back = await allow(memory.takeLink());
      await first.transport.finishAuth(back.searchParams);
      const { client, connected } = connect();
      await connected;
      const me = await client.callTool({ name: 'get_account', arguments: {} });
      expect(me.structuredContent).toMatchObject({ key: { name: 'Agent of a test' } });
      await client.close();
    });
  },
);

describe('openid-client', () => {
  it.each([
    ['client_secret_basic', (secret: string | undefined) => openid.ClientSecretBasic(secret)],
    ['client_secret_post', (secret: string | undefined) => openid.ClientSecretPost(secret)],
    ['none', () => openid.None()],
  ] as const)('registers, signs in, refreshes and revokes with %s', async (method, authentication) => {
    const metadata = {
      client_name: 'openid-client',
      redirect_uris: [WEB_REDIRECT],
      token_endpoint_auth_method: method,
    };
    const insecure = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
    const registered = await openid.dynamicClientRegistration(
      new URL(session.url),
      metadata,
      undefined,
      insecure,
    );
    const client = registered.clientMetadata();
    const config = await openid.discovery(
      new URL(session.url),
      client.client_id,
      client,
      authentication(client.client_secret),
      insecure,
    );
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const link = openid.buildAuthorizationUrl(config, {
      redirect_uri: WEB_REDIRECT,
      scope: 'account:read',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource: endpoint().href,
    });
    const back = await allow(link);
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens).toMatchObject({ scope: 'account:read', token_type: 'bearer', expires_in: 3600 });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    const ask = (token: string) =>
      openid.fetchProtectedResource(config, token, new URL('/api/v1/me', session.url), 'GET');
    expect((await ask(next.access_token)).status).toBe(200);
    await openid.tokenRevocation(config, next.refresh_token ?? '');
    await expect(ask(next.access_token)).rejects.toThrow(openid.WWWAuthenticateChallengeError);
  });
});

describe('oauth4webapi', () => {
  it('discovers the server from the resource, signs in, and rejects responses from another issuer', async () => {
    const insecure = { [oauth4webapi.allowInsecureRequests]: true };
    const resource = await oauth4webapi.processResourceDiscoveryResponse(
      endpoint(),
      await oauth4webapi.resourceDiscoveryRequest(endpoint(), insecure),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? '');
    const as = await oauth4webapi.processDiscoveryResponse(
      // RFC 8414 compares the two as text, and a URL always has a path.
      Object.assign(new URL(issuer), {}),
      await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    );
    const client = await oauth4webapi.processDynamicClientRegistrationResponse(
      await oauth4webapi.dynamicClientRegistrationRequest(
        as,
        { client_name: 'oauth4webapi', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
        insecure,
      ),
    );
    const verifier = oauth4webapi.generateRandomCodeVerifier();
    const link = new URL(as.authorization_endpoint ?? '');
    link.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 'state-4',
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const back = await allow(link);
    const elsewhere = { ...as, issuer: 'https://other.example' };
    expect(() => oauth4webapi.validateAuthResponse(elsewhere, client, back, 'state-4')).toThrow('iss');
    const parameters = oauth4webapi.validateAuthResponse(as, client, back, 'state-4');
    const redeem = async (codeVerifier: string) =>
      oauth4webapi.processAuthorizationCodeResponse(
        as,
        client,
        await oauth4webapi.authorizationCodeGrantRequest(
          as,
          client,
          oauth4webapi.None(),
          parameters,
          REDIRECT,
          codeVerifier,
          insecure,
        ),
      );
    await expect(redeem(oauth4webapi.generateRandomCodeVerifier())).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const tokens = await redeem(verifier);
    expect(tokens.access_token).toMatch(/^ar_oat_/);
    await expect(redeem(verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
