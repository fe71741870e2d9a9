import { describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../support/api-client.ts';
import { openOAuth, WEB_REDIRECT } from '../../support/oauth.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const AGENTS = '/api/v1/dashboard/agents';

describe('agents in the dashboard', () => {
  const session = shareSession();
  const person = sharePerson(session);

  it(`are listed with their permissions and last use${verifies('dashboard.agents-listed')}`, async () => {
    const oauth = openOAuth(session);
    expect((await person.get(AGENTS)).body).toEqual({ agents: [] });
    const { tokens } = await oauth.connect(await oauth.person(), {
      scopes: ['account:read', 'entries:read'],
    });
    const [agent] = (await person.get(AGENTS)).body.agents;
    expect(agent).toEqual({
      id: expect.any(String),
      name: 'Test agent',
      redirectHost: 'an app on this computer',
      scopes: ['account:read', 'entries:read'],
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect((await createApiClient(session.url, tokens.access_token).get('/api/v1/me')).status).toBe(200);
    expect((await person.get(AGENTS)).body.agents[0].lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('are listed with every host that codes can be sent to, until the consent expires', async () => {
    const account = await session.createAccount('free');
    const grant = await session.sql(
      `WITH c AS (INSERT INTO oauth_clients (id, name, metadata) VALUES ('two-hosts', 'Two', $2) RETURNING id)
       INSERT INTO oauth_grants (id, account_id, client_id, scopes, payload, expires_at)
       SELECT gen_random_uuid(), $1, c.id, '{account:read}', '{}', now() + interval '1 day' FROM c RETURNING id`,
      [account.accountId, { redirect_uris: [WEB_REDIRECT, 'https://other.example/x', `${WEB_REDIRECT}/2`] }],
    );
    const owner = await account.signIn();
    const { body } = await owner.get(AGENTS);
    expect(body.agents).toMatchObject([{ id: grant[0].id, redirectHost: 'agent.example, other.example' }]);
    await session.sql('UPDATE oauth_grants SET expires_at = now() WHERE id = $1', [grant[0].id]);
    expect((await owner.get(AGENTS)).body).toEqual({ agents: [] });
  });

  it(`lose every token immediately when the consent is revoked${verifies('dashboard.agent-revoked-at-once')}`, async () => {
    const oauth = openOAuth(session);
    const { tokens, clientId } = await oauth.connect(await oauth.person());
    const api = createApiClient(session.url, tokens.access_token);
    expect((await api.get('/api/v1/me')).status).toBe(200);
    const [{ id }] = (await person.get(AGENTS)).body.agents;
    expect(await person.delete(`${AGENTS}/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await api.get('/api/v1/me')).status).toBe(401);
    expect((await oauth.refresh(clientId, tokens.refresh_token)).status).toBe(400);
    expect((await person.get(AGENTS)).body.agents).toHaveLength(1);
    expect((await person.delete(`${AGENTS}/${id}`)).status).toBe(404);
  });

  it('are not visible to other accounts', async () => {
    const [{ id }] = (await person.get(AGENTS)).body.agents;
    const stranger = await (await session.createAccount('pro')).signIn();
    expect((await stranger.get(AGENTS)).body).toEqual({ agents: [] });
    const foreign = await stranger.delete(`${AGENTS}/${id}`);
    const missing = await stranger.delete(`${AGENTS}/none`);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    expect((await person.get(AGENTS)).body.agents).toHaveLength(1);
  });
});
