import { beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { createApiClient } from '../../support/api-client.ts';
import { createPkce, openOAuth, REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let oauth: ReturnType<typeof openOAuth>;

beforeAll(async () => {
  oauth = openOAuth(session);
});

describe('the authorization flow', () => {
  it(`gives a token that works on REST${verifies(
    'oauth.pkce',
    'oauth.dynamic-client-registration',
    'oauth.authorization-endpoint',
    'oauth.token-endpoint',
    'oauth.access-token-on-rest',
    'account.member-key-of-oauth-token',
  )}`, async () => {
    const registered = await oauth.register();
    expect(registered).toMatchObject({
      status: 201,
      body: { client_name: 'Test agent', application_type: 'native', redirect_uris: [REDIRECT] },
    });
    const clientId = registered.body.client_id;
    const pkce = createPkce();
    const browser = await oauth.person();
    const page = await oauth.follow(browser, oauth.authorizePath(oauth.standard(clientId, pkce)));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Test agent');
    const back = await oauth.decide(browser, page, 'allow');
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(back.searchParams.get('state')).toBe('state-1');
    expect(back.searchParams.get('iss')).toBe(session.url);

    const tokens = await oauth.redeem(clientId, back.searchParams.get('code') ?? '', pkce);
    expect(tokens).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^ar_oat_[0-9A-Za-z]{38}$/),
        refresh_token: expect.stringMatching(/^ar_ort_/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: ALL_SCOPES.join(' '),
      },
    });
    const me = await createApiClient(session.url, tokens.body.access_token).get('/api/v1/me');
    expect(me).toMatchObject({
      status: 200,
      body: {
        account: { email: session.email },
        key: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Test agent', scopes: ALL_SCOPES },
      },
    });
  });
});
