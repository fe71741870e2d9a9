import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();

describe('discovery', () => {
  it.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/api/mcp/mcp'])(
    `of the authorization server is at %s${verifies(
      'oauth.discovery-document',
      'oauth.authorization-endpoint',
      'oauth.token-endpoint',
      'oauth.refresh-endpoint',
    )}`,
    async path => {
      const { status, body, headers } = await session.visitor.get(path);
      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(body).toMatchObject({
        issuer: session.url,
        authorization_endpoint: `${session.url}/api/auth/mcp/authorize`,
        token_endpoint: `${session.url}/api/auth/mcp/token`,
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        scopes_supported: ALL_SCOPES,
      });
      for (const endpoint of ['registration_endpoint', 'revocation_endpoint']) {
        expect(body[endpoint]).toMatch(new RegExp(`^${session.url}/api/auth/mcp/`));
      }
    },
  );

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/api/mcp/mcp'])(
    'of the agent endpoint is at %s',
    async path => {
      const { status, body } = await session.visitor.get(path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        resource: `${session.url}/api/mcp/mcp`,
        authorization_servers: [session.url],
        scopes_supported: ALL_SCOPES,
      });
    },
  );

  it('uses our own address whatever hosts the request names', async () => {
    const { body } = await session.visitor.request('GET', '/.well-known/oauth-authorization-server', {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(JSON.stringify(body)).not.toContain('evil.example');
  });

  it.each([
    '/api/auth/mcp/token',
    '/api/auth/mcp/register',
    '/.well-known/oauth-protected-resource/api/mcp/mcp',
  ])('allows requests to %s from any origin', async path => {
    const { status, headers } = await session.visitor.request('OPTIONS', path, {
      headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it(`starts with a 401 from the agent endpoint${verifies('oauth.challenge-names-metadata')}`, async () => {
    const call = (headers: Record<string, string>) =>
      session.visitor.request('POST', '/api/mcp/mcp', {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    const metadata = `resource_metadata="${session.url}/.well-known/oauth-protected-resource/api/mcp/mcp"`;
    const without = await call({});
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}`]);
    const wrong = await call({ authorization: 'Bearer ar_oat_nothing' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ]);
  });
});
