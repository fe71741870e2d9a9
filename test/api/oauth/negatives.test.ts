import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import type { Browser } from '../../support/browser.ts';
import { openOAuth, REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let server: ReturnType<typeof openOAuth>;
let browser: Browser;
let as: oauth.AuthorizationServer;
let client: oauth.Client;

const insecure = { [oauth.allowInsecureRequests]: true };
const STATE = 'state-of-a-test';

beforeAll(async () => {
  server = openOAuth(session);
  browser = await server.person();
  const issuer = new URL(session.url);
  as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const metadata = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, metadata, insecure),
  );
  // Before, errors are not sent to the client.
  await newCode();
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

/** Lets the time pass in which a repeat is a retry. */
const passRetryTime = () =>
  session.sql(`UPDATE oauth_artifacts SET consumed_at = consumed_at - interval '11 seconds'`);

/** The person follows the link and allows everything. */
async function visit(changes: Record<string, string | undefined>): Promise<URL | null> {
  const standard = {
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    state: STATE,
  };
  const told = Object.entries({ ...standard, ...changes }).filter(([, value]) => value !== undefined);
  const link = new URL(as.authorization_endpoint ?? '');
  const page = await server.follow(
    browser,
    `${link.pathname}?${new URLSearchParams(told as [string, string][])}`,
  );
  if (page.status >= 400) return null;
  return page.location === null ? server.decide(browser, page, 'allow') : new URL(page.location);
}

async function newCode() {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const back = await visit({ code_challenge: challenge, code_challenge_method: 'S256' });
  if (!back) throw new Error('The request was refused');
  return { verifier, parameters: oauth.validateAuthResponse(as, client, back, STATE) };
}
type NewCode = Awaited<ReturnType<typeof newCode>>;

const redeem = async (
  { parameters, verifier }: NewCode,
  { redirect = REDIRECT, codeVerifier = verifier as string | typeof oauth.nopkce, resource = '' } = {},
) =>
  oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, redirect, codeVerifier, {
      ...insecure,
      ...(resource && { additionalParameters: { resource } }),
    }),
  );

const refresh = async (token: string) =>
  oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, insecure),
  );

const isGood = async (token: string): Promise<boolean> => {
  const url = new URL('/api/v1/me', session.url);
  return oauth.protectedResourceRequest(token, 'GET', url, undefined, null, insecure).then(
    ({ status }) => status === 200,
    () => false,
  );
};

describe('oauth4webapi gets an error', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without PKCE', {}, 'invalid_request'],
    [
      'with the plain method',
      { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
    [
      'for another resource',
      {
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
        resource: 'https://other.example/mcp',
      },
      'invalid_target',
    ],
  ])(`when it asks %s${verifies('oauth.pkce', 'oauth.own-resource-only')}`, async (_what, changes, error) => {
    const back = await visit(changes);
    expect(() => oauth.validateAuthResponse(as, client, back ?? new URL(session.url), STATE)).toThrow(
      expect.objectContaining({ name: 'AuthorizationResponseError', error }),
    );
  });

  it('when its redirect URI is not registered, and nobody is redirected', async () => {
    const code_challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    expect(await visit({ ...pkce, redirect_uri: 'https://evil.example/callback' })).toBeNull();
  });

  it.each<[string, Parameters<typeof redeem>[1], string]>([
    ['a wrong verifier', { codeVerifier: oauth.generateRandomCodeVerifier() }, 'invalid_grant'],
    ['no verifier', { codeVerifier: oauth.nopkce }, 'invalid_grant'],
    ['another redirect', { redirect: 'http://127.0.0.1:43210/other' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])(`when it redeems a code with %s`, async (_what, changes, error) => {
    await expect(redeem(await newCode(), changes)).rejects.toMatchObject({
      name: 'ResponseBodyError',
      status: 400,
      error,
    });
  });

  it('when it redeems a code again, which revokes its tokens', async () => {
    const code = await newCode();
    const tokens = await redeem(code);
    expect(await isGood(tokens.access_token)).toBe(true);
    await passRetryTime();
    await expect(redeem(code)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await isGood(tokens.access_token)).toBe(false);
    await expect(refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('when it reuses a refresh token, which revokes its whole family', async () => {
    const tokens = await redeem(await newCode());
    const next = await refresh(tokens.refresh_token ?? '');
    expect(await isGood(next.access_token)).toBe(true);
    await passRetryTime();
    await expect(refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await isGood(next.access_token)).toBe(false);
    await expect(refresh(next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
